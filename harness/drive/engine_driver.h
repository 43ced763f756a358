#pragma once

#include <memory>

#include "harness/config/run_config.h"
#include "harness/drive/driver.h"
#include "probes/base/result.h"

namespace ttsoak {

// A Driver that calls the reference engine directly, `concurrency` threads at a time: the same
// workload without HTTP. ttsoak is then its own target.
//
// Errors: no voices, a bad fault plan, or requests in the mix that only HTTP can make.
Result<std::unique_ptr<Driver>> make_engine_driver(const RunConfig& config,
                                                   const DriveContext& context);

}  // namespace ttsoak
