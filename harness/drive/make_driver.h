#pragma once

#include <memory>

#include "harness/config/run_config.h"
#include "harness/drive/driver.h"
#include "probes/base/result.h"

namespace ttsoak {

// The driver that the target calls for. Errors: as make_http_driver() and make_engine_driver().
Result<std::unique_ptr<Driver>> make_driver(const RunConfig& config, const DriveContext& context);

}  // namespace ttsoak
