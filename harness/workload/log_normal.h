#pragma once

#include <cstddef>
#include <vector>

#include "harness/config/workload_spec.h"

namespace ttsoak {

// `count` lengths in characters, ascending, that are distributed as `lengths` says: the middles of
// `count` equally likely parts, so that few of them have the right spread, and no seed is lucky.
// From 5 up to 4,000.
std::vector<std::size_t> log_normal_lengths(const Lengths& lengths, std::size_t count);

}  // namespace ttsoak
