#include "harness/drive/wyoming_event.h"

#include <gtest/gtest.h>

#include "harness/drive/audio_check.h"

namespace ttsoak {
namespace {

TEST(WyomingHeader, ReadsLengthsAndWhatIsNewToItDoesNotMatter) {
  const auto header = parse_wyoming_header(
      R"({"type":"audio-chunk","version":"1.5","data":{"rate":22050},"data_length":12,"payload_length":2048,"new":1})");
  ASSERT_TRUE(header.ok()) << header.error().message;
  EXPECT_EQ(header.value().type, "audio-chunk");
  EXPECT_EQ(header.value().data_bytes, 12U);
  EXPECT_EQ(header.value().payload_bytes, 2048U);
  EXPECT_EQ(header.value().data["rate"], 22050);
}

TEST(WyomingHeader, LengthsThatAreMissingOrNullAreZero) {
  const auto header =
      parse_wyoming_header(R"({"type":"audio-stop","data":null,"payload_length":null})");
  ASSERT_TRUE(header.ok()) << header.error().message;
  EXPECT_EQ(header.value().data_bytes + header.value().payload_bytes, 0U);
}

TEST(WyomingHeader, WhatIsNoneIsAnError) {
  for (const char* line :
       {"", "[]", "{}", R"({"type":7})", R"({"type":"a","data_length":-1})",
        R"({"type":"a","payload_length":1.5})", "HTTP/1.1 400 Bad Request",
        R"({"type":"a","payload_length":99999999999})", R"({"type":"a","data_length":2000000})"}) {
    EXPECT_FALSE(parse_wyoming_header(line).ok()) << line;
  }
}

TEST(WyomingFormat, BecomesTheHeaderOfAWavFile) {
  const auto format = parse_wyoming_format({{"rate", 22050}, {"width", 2}, {"channels", 2}});
  ASSERT_TRUE(format.ok());
  AudioCheck check({AudioFormat::wav, 24000, 1});
  check.feed(wav_header_of(format.value()));
  check.feed(std::string(22050 * 4, '\x90'));
  const AudioFinding finding = check.finish();
  EXPECT_EQ(finding.error, RequestError::none) << finding.detail;
  EXPECT_EQ(finding.audio_us, 1000000);
}

TEST(WyomingFormat, ThatMakesNoSenseIsAnError) {
  EXPECT_FALSE(parse_wyoming_format({{"rate", 22050}, {"width", 2}}).ok());
  EXPECT_FALSE(parse_wyoming_format({{"rate", 0}, {"width", 2}, {"channels", 1}}).ok());
  EXPECT_FALSE(parse_wyoming_format({{"rate", "fast"}, {"width", 2}, {"channels", 1}}).ok());
}

}  // namespace
}  // namespace ttsoak
