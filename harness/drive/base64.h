#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ttsoak {

// The bytes of base64 text (RFC 4648, section 4), with or without padding. Nothing if it is not.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace ttsoak
