#pragma once

#include <string>

#include "reports/record/heap_profile.h"

namespace ttsoak {

// Live heap by call stack as folded stacks, which flame graph programs read (flamegraph.pl,
// speedscope, inferno): one line for each stack, frames from the root inwards separated by ';',
// then a space and the live bytes, an estimate. Equal stacks are one line; those that hold nothing
// have none. With more than one process, the root frame is "process 0", "process 1"...
std::string folded_stacks(const HeapProfile& profile);

}  // namespace ttsoak
