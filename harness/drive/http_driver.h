#pragma once

#include <memory>

#include "harness/config/run_config.h"
#include "harness/drive/driver.h"
#include "probes/base/result.h"

namespace ttsoak {

// A Driver over HTTP or HTTPS, on one thread: the caller's of run_cycle(). Connections are kept
// from cycle to cycle as a real client would.
//
// Errors: bad URL, or its host name has no address.
Result<std::unique_ptr<Driver>> make_http_driver(const RunConfig& config,
                                                 const DriveContext& context);

}  // namespace ttsoak
