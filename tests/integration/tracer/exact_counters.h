#pragma once

#include <string>
#include <vector>

namespace ttsoak {

// Runs trap_every_allocation, in any build of it, and compares the tracer's counters with the
// program's own books at each of its checkpoints, of which there are so many.
// `preloaded_behind`: as Boxes::environment() takes it.
void expect_exact_counters(const std::vector<std::string>& argv, int expected_checkpoints,
                           const std::string& preloaded_behind = "");

}  // namespace ttsoak
