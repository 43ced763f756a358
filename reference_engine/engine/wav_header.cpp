#include "reference_engine/engine/wav_header.h"

#include <cstddef>
#include <string_view>

namespace ttsoak {
namespace {

// Fills an array from the front, little-endian.
class HeaderWriter {
 public:
  void text(std::string_view fourcc) {
    for (const char c : fourcc) bytes_[at_++] = static_cast<std::uint8_t>(c);
  }
  void number(std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) bytes_[at_++] = static_cast<std::uint8_t>(value >> (8 * i));
  }
  [[nodiscard]] std::array<std::uint8_t, kWavHeaderBytes> bytes() const { return bytes_; }

 private:
  std::array<std::uint8_t, kWavHeaderBytes> bytes_{};
  std::size_t at_ = 0;
};

}  // namespace

std::array<std::uint8_t, kWavHeaderBytes> wav_header(int sample_rate,
                                                     std::optional<std::uint32_t> data_bytes) {
  constexpr std::uint32_t kUnknown = 0xFFFFFFFF;
  constexpr std::uint32_t kBytesPerSample = 2;
  const auto rate = static_cast<std::uint32_t>(sample_rate);
  HeaderWriter header;
  header.text("RIFF");
  header.number(data_bytes ? *data_bytes + kWavHeaderBytes - 8 : kUnknown, 4);
  header.text("WAVE");
  header.text("fmt ");
  header.number(16, 4);  // bytes of this chunk
  header.number(1, 2);   // PCM
  header.number(1, 2);   // channels
  header.number(rate, 4);
  header.number(rate * kBytesPerSample, 4);
  header.number(kBytesPerSample, 2);
  header.number(8 * kBytesPerSample, 2);
  header.text("data");
  header.number(data_bytes.value_or(kUnknown), 4);
  return header.bytes();
}

}  // namespace ttsoak
