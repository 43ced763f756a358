#pragma once

#include <string>
#include <string_view>

namespace ttsoak {

// `text` fit for pages and JSON: control characters and what is not UTF-8 become "?", what is
// longer than 200 bytes is cut between two characters and ends in "...". File and thread names are
// any bytes.
std::string printable(std::string_view text);

}  // namespace ttsoak
