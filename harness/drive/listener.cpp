#include "harness/drive/listener.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace ttsoak {

// A client that plays while it receives holds back so much before it begins.
constexpr std::chrono::milliseconds kPlayoutBuffer{100};

void Listener::hear(std::string_view audio, RunTime now) {
  if (audio.empty()) return;
  if (outcome_->first_byte == RunTime{0}) outcome_->first_byte = now;
  const std::optional<std::int64_t> heard_us = check_.heard_us();
  check_.feed(audio);
  outcome_->body_bytes = check_.body_bytes();
  if (!has_heard_audio()) return;
  if (outcome_->first_audio == RunTime{0}) {
    outcome_->first_audio = now;
  } else {
    outcome_->longest_gap = std::max(outcome_->longest_gap, now - last_heard_);
    if (heard_us) play(RunTime(*heard_us), now);
  }
  last_heard_ = now;
}

// More has come at `now`: had the client anything left to play of the `heard` before?
void Listener::play(RunTime heard, RunTime now) {
  const RunTime played_out = outcome_->first_audio + kPlayoutBuffer + heard + outcome_->underrun;
  if (now <= played_out) return;
  ++outcome_->underruns;
  outcome_->underrun += now - played_out;
}

void Listener::finish() {
  if (outcome_->error != RequestError::none || outcome_->aborted) return;
  AudioFinding finding = check_.finish();
  outcome_->error = finding.error;
  outcome_->detail = std::move(finding.detail);
  outcome_->audio_us = finding.audio_us;
  outcome_->silent_share = finding.silent_share;
  outcome_->clipped_share = finding.clipped_share;
}

}  // namespace ttsoak
