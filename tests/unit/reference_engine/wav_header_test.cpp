#include "reference_engine/engine/wav_header.h"

#include <cstring>
#include <string>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

std::uint32_t number_at(const std::array<std::uint8_t, kWavHeaderBytes>& header, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8U | header[at + i];
  return value;
}

TEST(WavHeader, KnownLengthFillsBothSizes) {
  const auto header = wav_header(16000, 32000);

  EXPECT_EQ(std::memcmp(header.data(), "RIFF", 4), 0);
  EXPECT_EQ(number_at(header, 4), 32036U);
  EXPECT_EQ(std::memcmp(header.data() + 8, "WAVEfmt ", 8), 0);
  EXPECT_EQ(number_at(header, 24), 16000U);
  EXPECT_EQ(number_at(header, 28), 32000U);  // bytes a second
  EXPECT_EQ(std::memcmp(header.data() + 36, "data", 4), 0);
  EXPECT_EQ(number_at(header, 40), 32000U);
}

TEST(WavHeader, UnknownLengthIsAllOnes) {
  const auto header = wav_header(16000, std::nullopt);

  EXPECT_EQ(number_at(header, 4), 0xFFFFFFFFU);
  EXPECT_EQ(number_at(header, 40), 0xFFFFFFFFU);
}

}  // namespace
}  // namespace ttsoak
