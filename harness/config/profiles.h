#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "probes/base/result.h"

namespace ttsoak {

// The workload section that a profile stands for: traffic by a name, each a few fields and nothing
// that could not be written out. What a config says besides overrides it.
// Errors: no such profile; the message lists them.
Result<nlohmann::json> find_profile(const std::string& name);

// "steady, fixed, ...", for messages and help.
std::string profile_names();

}  // namespace ttsoak
