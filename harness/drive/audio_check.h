#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "harness/drive/audio/audio_format.h"
#include "harness/drive/audio/frame_walker.h"
#include "harness/drive/audio/frames.h"
#include "harness/drive/audio/sample_levels.h"
#include "harness/drive/audio/wav_head.h"
#include "probes/values/request_outcome.h"

namespace ttsoak {

// What the body of one response must be.
struct AudioExpectation {
  AudioFormat format = AudioFormat::wav;
  int pcm_rate = 24000;         // Hz; of headerless PCM
  std::int64_t characters = 0;  // of the text that was to be spoken (Unicode code points)
};

// What a body turned out to be.
struct AudioFinding {
  RequestError error = RequestError::none;  // none, error_in_body, bad_audio or short_audio
  std::string detail;
  std::int64_t audio_us = 0;  // 0 also where the headers do not tell (FLAC that is streamed)
  std::optional<double> silent_share, clipped_share;  // 0..1, of 16-bit samples; see SampleLevels
};

// The number of Unicode code points in UTF-8 text.
std::int64_t count_characters(std::string_view utf8);

// Judges a body while it streams by, in constant memory: only its head is kept, nothing is decoded.
//
// A server under stress answers 200 with a JSON error, or breaks off in the middle of the audio;
// a load test that counts such replies as successes soaks nothing. Checked are: the container, by
// its magic numbers; the length its header promises (streaming servers write a length of 0 or near
// 2^32, which promises nothing), or that its last frame is whole; that there is at least 0.01 s of
// audio for each character (fluent speech takes 0.05 s, and 0.0125 s at four times the speed); and
// that 16-bit samples are not all silent.
class AudioCheck {
 public:
  explicit AudioCheck(const AudioExpectation& expectation);

  void feed(std::string_view bytes);

  // Call once, after the last byte. Never fails otherwise than by its finding.
  [[nodiscard]] AudioFinding finish() const;

  [[nodiscard]] std::int64_t body_bytes() const { return body_bytes_; }
  [[nodiscard]] std::string_view head() const { return head_; }

  // How long the audio is that has come so far; nothing where that is not known (yet).
  [[nodiscard]] std::optional<std::int64_t> heard_us() const;

 private:
  using Frames = std::variant<std::monostate, FrameWalker<Mp3Frames>, FrameWalker<AdtsFrames>,
                              FrameWalker<OggPages>>;

  void feed_wav(std::string_view bytes, bool head_grows);
  [[nodiscard]] AudioFinding finish_wav() const;
  [[nodiscard]] AudioFinding finish_frames() const;
  [[nodiscard]] AudioFinding judge(double seconds) const;

  AudioExpectation expectation_;
  std::string head_;  // the first kHeadBytes at most
  std::int64_t body_bytes_ = 0;
  std::optional<WavHead> wav_;
  SampleLevels levels_;
  Frames frames_;
};

}  // namespace ttsoak
