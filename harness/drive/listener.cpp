#include "harness/drive/listener.h"

#include <algorithm>
#include <utility>

namespace ttsoak {

void Listener::hear(std::string_view audio, RunTime now) {
  if (audio.empty()) return;
  if (outcome_->first_byte == RunTime{0}) outcome_->first_byte = now;
  check_.feed(audio);
  outcome_->body_bytes = check_.body_bytes();
  if (!has_heard_audio()) return;
  if (outcome_->first_audio == RunTime{0}) {
    outcome_->first_audio = now;
  } else {
    outcome_->longest_gap = std::max(outcome_->longest_gap, now - last_heard_);
  }
  last_heard_ = now;
}

void Listener::finish() {
  if (outcome_->error != RequestError::none || outcome_->aborted) return;
  AudioFinding finding = check_.finish();
  outcome_->error = finding.error;
  outcome_->detail = std::move(finding.detail);
  outcome_->audio_us = finding.audio_us;
}

}  // namespace ttsoak
