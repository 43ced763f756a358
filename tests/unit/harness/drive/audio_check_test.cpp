#include "harness/drive/audio_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace ttsoak {
namespace {

using testing::HasSubstr;

std::string little_endian(std::uint32_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>((value >> (8 * i)) & 0xFFU);
  return text;
}

// A 16 kHz mono WAV file of `seconds`, whose header promises `promised` bytes of samples.
std::string wav(double seconds, std::uint32_t promised, const std::string& extra_chunk = "") {
  const auto samples = static_cast<std::size_t>(seconds * 16000);
  std::string data(samples * 2, '\x81');
  return "RIFF" + little_endian(promised, 4) + "WAVEfmt " + little_endian(16, 4) +
         little_endian(1, 2) + little_endian(1, 2) + little_endian(16000, 4) +
         little_endian(32000, 4) + little_endian(2, 2) + little_endian(16, 2) + extra_chunk +
         "data" + little_endian(promised, 4) + data;
}

AudioFinding check(const std::string& body, bool is_wav = true, std::int64_t characters = 20) {
  AudioCheck check({is_wav ? AudioFormat::wav : AudioFormat::pcm, 24000, characters});
  // In uneven pieces, as a network delivers.
  for (std::size_t at = 0; at < body.size(); at += 1000) check.feed(body.substr(at, 1000));
  return check.finish();
}

TEST(AudioCheck, ACompleteWavIsAudioOfItsLength) {
  const AudioFinding finding = check(wav(1.5, 48000));
  EXPECT_EQ(finding.error, RequestError::none) << finding.detail;
  EXPECT_EQ(finding.audio_us, 1500000);
}

TEST(AudioCheck, AStreamingHeaderPromisesNothing) {
  for (const std::uint32_t unknown : {0U, 0xFFFFFFFFU, 0x7FFFFFFFU}) {
    const AudioFinding finding = check(wav(1.0, unknown));
    EXPECT_EQ(finding.error, RequestError::none) << finding.detail;
    EXPECT_EQ(finding.audio_us, 1000000);
  }
}

TEST(AudioCheck, AWavThatBreaksOffIsBadAudio) {
  const AudioFinding finding = check(wav(1.0, 48000));
  EXPECT_EQ(finding.error, RequestError::bad_audio);
  EXPECT_THAT(finding.detail, HasSubstr("promises 48000 bytes of samples, 32000 came"));
}

TEST(AudioCheck, MetadataBeforeTheSamplesIsSkipped) {
  const AudioFinding finding = check(wav(1.0, 32000, "LIST" + little_endian(5, 4) + "INFOx\0"));
  EXPECT_EQ(finding.error, RequestError::bad_audio) << "an odd chunk without its padding byte";
  const std::string padded = "LIST" + little_endian(5, 4) + std::string("INFOx\0", 6);
  EXPECT_EQ(check(wav(1.0, 32000, padded)).error, RequestError::none);
}

TEST(AudioCheck, AnErrorMessageWithStatus200IsAnError) {
  const AudioFinding finding = check(R"({"error": "CUDA out of memory"})");
  EXPECT_EQ(finding.error, RequestError::error_in_body);
  EXPECT_THAT(finding.detail, HasSubstr("CUDA out of memory"));
}

TEST(AudioCheck, TooLittleAudioForTheTextIsAnError) {
  const AudioFinding finding = check(wav(0.5, 16000), true, 100);
  EXPECT_EQ(finding.error, RequestError::short_audio);
  EXPECT_EQ(finding.audio_us, 500000);
}

TEST(AudioCheck, PcmHasTheRateOfTheConfig) {
  const AudioFinding finding = check(std::string(48000, '\x90'), false);
  EXPECT_EQ(finding.error, RequestError::none) << finding.detail;
  EXPECT_EQ(finding.audio_us, 1000000);
}

TEST(AudioCheck, EmptyAndTruncatedBodiesAreBadAudio) {
  EXPECT_EQ(check("").error, RequestError::bad_audio);
  const std::string whole = wav(0.01, 320);
  for (std::size_t size = 1; size < 44; ++size) {
    EXPECT_NE(check(whole.substr(0, size)).error, RequestError::none) << size;
  }
}

TEST(AudioCheck, AChunkLengthThatOverflowsIsSurvived) {
  EXPECT_NE(check(wav(0.1, 3200, "junk" + little_endian(0xFFFFFFFF, 4))).error, RequestError::none);
}

TEST(CountCharacters, CountsCodePointsAndNotBytes) {
  EXPECT_EQ(count_characters("abc"), 3);
  EXPECT_EQ(count_characters("\xE4\xBD\xA0\xE5\xA5\xBD"), 2);
}

}  // namespace
}  // namespace ttsoak
