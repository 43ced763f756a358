#pragma once

#include <set>
#include <vector>

#include "reports/cause/live_subject.h"

namespace ttsoak {

// Gives each subject the growing Python container that seems to keep its memory, and returns those
// that were given away. One container may keep the memory of several lines.
//
// They fit if what the container gained in a cycle is between half and twice what the subject did
// (an upper bound of the container's may be larger), or, where its bytes are not known, if it hangs
// in a module that the stack runs through. Of several the nearest in bytes; one of such a module
// goes first.
std::set<const PythonHolder*> match_holders(std::vector<LiveSubject>& subjects,
                                            const RunRecord& record, double requests_per_cycle);

}  // namespace ttsoak
