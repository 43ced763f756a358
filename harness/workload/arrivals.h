#pragma once

#include <cstdint>
#include <vector>

#include "harness/config/workload_spec.h"
#include "probes/base/clock.h"

namespace ttsoak {

// When each of `requests` is to be sent, from the start of its cycle, in order. All zero in a
// closed loop, which has no schedule.
//
// Depends on nothing but its arguments: every cycle has the same gaps and bursts, so that none is
// harder for the server than another. Poisson arrivals come by the seed; a replay that is shorter
// than the cycle begins again a mean gap after its end.
std::vector<RunTime> arrival_offsets(const Arrival& arrival, int requests, std::uint64_t seed);

}  // namespace ttsoak
