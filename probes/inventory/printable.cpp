#include "probes/inventory/printable.h"

#include <cstddef>

namespace ttsoak {
namespace {

constexpr std::size_t kLongest = 200;

constexpr unsigned char byte(char c) { return static_cast<unsigned char>(c); }
constexpr bool is_continuation(char c) { return (byte(c) & 0xC0U) == 0x80U; }

// How many bytes the UTF-8 character at the start of `text` has; 0 = it is none. Overlong forms and
// surrogates are none (RFC 3629, section 4).
std::size_t character_length(std::string_view text) {
  const unsigned char lead = byte(text.front());
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t at = 1; at < length; ++at) {
    if (!is_continuation(text[at])) return 0;
  }
  const unsigned char second = byte(text[1]);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool beyond = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return overlong || beyond ? 0 : length;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const bool control = length == 1 && (byte(text.front()) < 0x20 || byte(text.front()) == 0x7F);
    const std::string_view shown = length == 0 || control ? "?" : text.substr(0, length);
    if (result.size() + shown.size() > kLongest) return result + "...";
    result += shown;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

}  // namespace ttsoak
