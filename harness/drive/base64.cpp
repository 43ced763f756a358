#include "harness/drive/base64.h"

#include <array>
#include <cstdint>

namespace ttsoak {
namespace {

constexpr std::uint8_t kInvalid = 0xFF;

constexpr std::array<std::uint8_t, 256> make_values() {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::uint8_t, 256> values{};
  values.fill(kInvalid);
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}

constexpr std::array<std::uint8_t, 256> kValues = make_values();

}  // namespace

std::optional<std::string> decode_base64(std::string_view text) {
  const std::size_t padded = text.size();
  while (text.ends_with('=')) text.remove_suffix(1);
  const std::size_t padding = padded - text.size();
  if (padding > 2 || (padding > 0 && padded % 4 != 0) || text.size() % 4 == 1) return std::nullopt;

  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const std::uint8_t value = kValues[static_cast<unsigned char>(c)];
    if (value == kInvalid) return std::nullopt;
    bits = (bits << 6U) | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>((bits >> count) & 0xFFU);
  }
  return bytes;
}

}  // namespace ttsoak
