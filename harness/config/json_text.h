#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "probes/base/result.h"

namespace ttsoak {

// Parses JSON with // and /* */ comments.
//
// Errors: not JSON ("line 3, column 7: not valid JSON: ..."); nested deeper than 64 levels, which
// no config is, and which would exhaust the stack of whoever walks it.
Result<nlohmann::json> parse_json_text(std::string_view text);

}  // namespace ttsoak
