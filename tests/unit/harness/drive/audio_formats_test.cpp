#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/drive/audio_check.h"
#include "harness/drive/listener.h"
#include "reference_engine/engine/wav_header.h"
#include "tests/unit/harness/drive/audio_bodies.h"

namespace ttsoak {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

AudioFinding check(const std::string& body, AudioFormat format, std::size_t piece = 97) {
  AudioCheck check({format, 24000, 20});
  for (std::size_t at = 0; at < body.size(); at += piece) check.feed(body.substr(at, piece));
  return check.finish();
}

std::string pcm_of(std::int16_t sample, int count) {
  std::string body;
  for (int i = 0; i < count; ++i) body += number(static_cast<std::uint16_t>(sample), 2, false);
  return body;
}

TEST(AudioCheck, ReadsHowLongCompressedAudioIsFromItsHeaders) {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{97}, std::size_t{1} << 20U}) {
    EXPECT_EQ(check(mp3_body(50), AudioFormat::mp3, piece).audio_us, 1200000);
    EXPECT_NEAR(static_cast<double>(check(adts_body(50), AudioFormat::aac, piece).audio_us),
                50 * 1024 / 0.024, 2);
    EXPECT_EQ(check(opus_body(1.5, 4), AudioFormat::ogg, piece).audio_us, 1500000);
    EXPECT_EQ(check(flac_body(24000, 48000), AudioFormat::flac, piece).audio_us, 2000000);
  }
}

TEST(AudioCheck, TagsAroundMp3AreNoAudio) {
  const std::string tag = std::string("ID3\x04\x00\x00\x00\x00\x01\x02", 10) + noise(130);
  const AudioFinding finding =
      check(tag + mp3_body(50) + "TAG" + std::string(125, ' '), AudioFormat::mp3);
  EXPECT_EQ(finding.error, RequestError::none) << finding.detail;
  EXPECT_EQ(finding.audio_us, 1200000);
}

TEST(AudioCheck, OggStreamsThatFollowEachOtherAddUp) {
  EXPECT_EQ(check(opus_body(1.5, 2) + opus_body(0.5, 1), AudioFormat::ogg).audio_us, 2000000);
}

TEST(AudioCheck, FlacThatDoesNotSayHowLongItIsIsNoError) {
  const AudioFinding finding = check(flac_body(24000, 0), AudioFormat::flac);
  EXPECT_EQ(finding.error, RequestError::none) << finding.detail;
  EXPECT_EQ(finding.audio_us, 0);
}

TEST(AudioCheck, AFrameThatBreaksOffIsBadAudio) {
  for (const auto& [body, format] : {std::pair{mp3_body(50), AudioFormat::mp3},
                                     {adts_body(50), AudioFormat::aac},
                                     {opus_body(1.5, 4), AudioFormat::ogg}}) {
    const AudioFinding finding = check(body.substr(0, body.size() - 5), format);
    EXPECT_EQ(finding.error, RequestError::bad_audio);
    EXPECT_THAT(finding.detail, HasSubstr("breaks off"));
  }
}

TEST(AudioCheck, AnotherFormatThanAskedForIsBadAudio) {
  const AudioFinding finding = check(opus_body(1.5, 4), AudioFormat::mp3);
  EXPECT_EQ(finding.error, RequestError::bad_audio);
  EXPECT_EQ(finding.detail, "MP3 was asked for, this came: Ogg");
}

TEST(AudioCheck, CompressedAudioTooShortForItsTextIsShort) {
  EXPECT_EQ(check(mp3_body(2), AudioFormat::mp3).error, RequestError::short_audio);
}

TEST(AudioCheck, CountsSilentAndClippedSamples) {
  const std::string body = pcm_of(0, 6000) + pcm_of(-31, 6000) + pcm_of(900, 9000) +
                           pcm_of(32767, 2000) + pcm_of(-32768, 1000);
  const AudioFinding raw = check(body, AudioFormat::pcm);
  EXPECT_EQ(raw.error, RequestError::none) << raw.detail;
  EXPECT_DOUBLE_EQ(raw.silent_share.value(), 0.5);
  EXPECT_DOUBLE_EQ(raw.clipped_share.value(), 0.125);

  const auto header = wav_header(24000, static_cast<std::uint32_t>(body.size()));
  const std::string wav = std::string(header.begin(), header.end()) + body;
  const AudioFinding wrapped = check(wav + "LIST" + noise(999), AudioFormat::wav);
  EXPECT_DOUBLE_EQ(wrapped.silent_share.value(), 0.5) << "header and trailer are no samples";
  EXPECT_DOUBLE_EQ(wrapped.clipped_share.value(), 0.125);
}

TEST(AudioCheck, NothingButSilenceIsBadAudio) {
  const AudioFinding finding = check(pcm_of(3, 24000), AudioFormat::pcm);
  EXPECT_EQ(finding.error, RequestError::bad_audio);
  EXPECT_THAT(finding.detail, HasSubstr("24000 samples are silent"));
}

TEST(AudioFormat, IsKnownByWhatServersCallIt) {
  EXPECT_EQ(format_named("opus"), AudioFormat::ogg);
  EXPECT_EQ(format_named("mulaw"), std::nullopt);
}

// 24 kHz PCM: 4,800 bytes are 0.1 s.
class Playing : public testing::Test {
 protected:
  void hear(RunTime at) { listener_.hear(std::string(4800, '\x55'), at); }

  RequestOutcome outcome_;
  Listener listener_{{AudioFormat::pcm, 24000, 1}, outcome_};
};

TEST_F(Playing, AudioThatComesInTimeLeavesNoGapToHear) {
  for (int i = 0; i < 20; ++i) hear(1s + i * 100ms);
  EXPECT_EQ(outcome_.first_audio, RunTime(1s));
  EXPECT_EQ(outcome_.longest_gap, RunTime(100ms));
  EXPECT_EQ(outcome_.underruns, 0);
}

TEST_F(Playing, AClientThatRunsDryWaitsForTheRest) {
  hear(1s);      // plays from 1.1 to 1.2
  hear(1500ms);  // dry for 0.3 s; plays until 1.6
  hear(1550ms);  // in time; until 1.7
  hear(1900ms);  // dry for 0.2 s
  EXPECT_EQ(outcome_.underruns, 2);
  EXPECT_EQ(outcome_.underrun, RunTime(500ms));
  EXPECT_EQ(outcome_.longest_gap, RunTime(500ms));
}

}  // namespace
}  // namespace ttsoak
