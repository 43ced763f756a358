#include "harness/drive/make_driver.h"

#include "harness/drive/engine_driver.h"
#include "harness/drive/http_driver.h"

namespace ttsoak {

Result<std::unique_ptr<Driver>> make_driver(const RunConfig& config, const DriveContext& context) {
  return config.target.in_process ? make_engine_driver(config, context)
                                  : make_http_driver(config, context);
}

}  // namespace ttsoak
