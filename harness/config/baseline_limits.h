#pragma once

#include "harness/config/run_config.h"
#include "probes/base/result.h"

namespace ttsoak {

// Reads the config's baseline, if it names one, and adds what it asks for to the thresholds: memory
// at most the tolerance above it, growth at most its upper bound and the margin more. From then on
// they are thresholds like any other, in the record as well.
//
// `machine` is this one, as describe_machine() tells. Errors: the file cannot be read or is no
// baseline; it was made on another machine, or with other traffic.
Status hold_to_baseline(const std::map<std::string, std::string>& machine, RunConfig& config);

}  // namespace ttsoak
