#pragma once

#include <string>
#include <vector>

#include "probes/base/result.h"
#include "probes/python/holder_watch.h"
#include "probes/values/python_heap.h"

namespace ttsoak {

// Python code that looks for the candidates in their process; see naming_code.h.
std::string naming_code_for(const HolderCandidates& candidates);

// Puts what that code left and what was observed together. Weak containers are left out: they show
// that something is alive, not who keeps it. So is what could not be found any more.
// `process` is PythonHolder::process. Errors: the code failed, in its own words.
Result<std::vector<PythonHolder>> parse_names(const std::string& said,
                                              const HolderCandidates& candidates, int process);

}  // namespace ttsoak
