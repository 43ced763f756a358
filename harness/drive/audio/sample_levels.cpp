#include "harness/drive/audio/sample_levels.h"

#include <cstddef>

namespace ttsoak {
namespace {

int sample_of(char low, char high) {
  const auto bits = static_cast<std::uint16_t>(static_cast<unsigned char>(low) |
                                               static_cast<unsigned char>(high) << 8U);
  return static_cast<std::int16_t>(bits);
}

}  // namespace

void SampleLevels::add(int sample) {
  ++samples_;
  silent_ += static_cast<int>(sample > -kSilent && sample < kSilent);
  clipped_ += static_cast<int>(sample == INT16_MAX || sample == INT16_MIN);
}

void SampleLevels::feed(std::string_view bytes) {
  if (odd_ && !bytes.empty()) {
    add(sample_of(*odd_, bytes.front()));
    odd_.reset();
    bytes.remove_prefix(1);
  }
  const std::size_t even = bytes.size() & ~std::size_t{1};
  for (std::size_t i = 0; i < even; i += 2) add(sample_of(bytes[i], bytes[i + 1]));
  if (even < bytes.size()) odd_ = bytes.back();
}

}  // namespace ttsoak
