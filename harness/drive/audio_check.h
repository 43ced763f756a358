#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "probes/values/request_outcome.h"

namespace ttsoak {

// What the body of one response must be.
struct AudioExpectation {
  bool wav = true;              // RIFF/WAVE; otherwise headerless 16-bit mono PCM
  int pcm_rate = 24000;         // Hz; of headerless PCM
  std::int64_t characters = 0;  // of the text that was to be spoken (Unicode code points)
};

// What a body turned out to be.
struct AudioFinding {
  RequestError error = RequestError::none;  // none, error_in_body, bad_audio or short_audio
  std::string detail;
  std::int64_t audio_us = 0;
};

// The number of Unicode code points in UTF-8 text.
std::int64_t count_characters(std::string_view utf8);

// Judges a body while it streams by, in constant memory: only its head is kept.
//
// A server under stress answers 200 with a JSON error, or breaks off in the middle of the audio;
// a load test that counts such replies as successes soaks nothing. Checked are: the container,
// the length its header promises (streaming servers write a length of 0 or near 2^32, which
// promises nothing), and that there is at least 0.01 s of audio for each character; fluent speech
// takes 0.05 s, and 0.0125 s at four times the speed.
class AudioCheck {
 public:
  explicit AudioCheck(const AudioExpectation& expectation) : expectation_(expectation) {}

  void feed(std::string_view bytes);

  // Call once, after the last byte. Never fails otherwise than by its finding.
  [[nodiscard]] AudioFinding finish() const;

  [[nodiscard]] std::int64_t body_bytes() const { return body_bytes_; }
  [[nodiscard]] std::string_view head() const { return head_; }

 private:
  [[nodiscard]] AudioFinding finish_wav() const;

  AudioExpectation expectation_;
  std::string head_;  // the first kHeadBytes at most
  std::int64_t body_bytes_ = 0;
};

}  // namespace ttsoak
