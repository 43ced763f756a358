#include "harness/drive/audio/wav_head.h"

#include "harness/drive/audio/bits.h"

namespace ttsoak {
namespace {

// Lengths from here on are placeholders of servers that did not know the length yet.
constexpr std::uint32_t kUnknownLength = 0x7FFFFF00;
constexpr std::uint64_t kPlain = 1;
constexpr std::uint64_t kExtensible = 0xFFFE;

}  // namespace

std::optional<WavHead> read_wav_head(std::string_view head) {
  if (head.size() < 12 || head.substr(0, 4) != "RIFF" || head.substr(8, 4) != "WAVE") return {};
  WavHead wav;
  std::size_t at = 12;
  while (at + 8 <= head.size()) {
    const std::string_view id = head.substr(at, 4);
    const auto length = static_cast<std::uint32_t>(little_endian(head, at + 4, 4));
    at += 8;
    if (id == "data") {
      wav.data_offset = at;
      if (length != 0 && length < kUnknownLength) wav.promised_bytes = length;
      if (wav.bytes_per_second == 0) return {};
      return wav;
    }
    if (id == "fmt " && at + 16 <= head.size()) {
      const std::uint64_t tag = little_endian(head, at, 2);
      wav.bytes_per_second = static_cast<std::uint32_t>(little_endian(head, at + 8, 4));
      wav.is_pcm16 = (tag == kPlain || tag == kExtensible) && little_endian(head, at + 14, 2) == 16;
    }
    at += std::size_t{length} + (length & 1U);  // chunks are padded to even lengths
  }
  return {};
}

}  // namespace ttsoak
