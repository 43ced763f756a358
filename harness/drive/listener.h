#pragma once

#include <string_view>

#include "harness/drive/audio_check.h"
#include "probes/base/clock.h"
#include "probes/values/request_outcome.h"

namespace ttsoak {

// Whoever hears one reply: notes when its audio comes, and judges it at the end. In constant
// memory. Fed with audio as the server sent it, whatever it came wrapped in.
class Listener {
 public:
  // Fills times and sizes of `outcome`, which must outlive it.
  Listener(const AudioExpectation& expectation, RequestOutcome& outcome)
      : check_(expectation), outcome_(&outcome) {}

  // Some more of the audio, received at `now`.
  void hear(std::string_view audio, RunTime now);

  // A body of more than this is no mere header of a WAV file.
  [[nodiscard]] bool has_heard_audio() const { return check_.body_bytes() > kAudioHasBegun; }
  [[nodiscard]] std::int64_t heard_bytes() const { return check_.body_bytes(); }
  [[nodiscard]] std::string_view head() const { return check_.head(); }

  // Call once, when the reply is complete. An outcome that is an error already, or that the client
  // broke off, is left as it is.
  void finish();

 private:
  static constexpr std::int64_t kAudioHasBegun = 64;

  void play(RunTime heard, RunTime now);

  AudioCheck check_;
  RequestOutcome* outcome_;
  RunTime last_heard_{0};
};

}  // namespace ttsoak
