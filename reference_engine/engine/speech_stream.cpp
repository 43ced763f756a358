#include "reference_engine/engine/speech_stream.h"

#include <chrono>
#include <thread>
#include <utility>

#include "reference_engine/engine/sentences.h"
#include "reference_engine/engine/voice.h"
#include "reference_engine/faults/active_faults.h"

namespace ttsoak {

SpeechStream::SpeechStream(SpeechRequest request, std::uint64_t sequence, const Voice& voice,
                           ActiveFaults& faults)
    : request_(std::move(request)), sequence_(sequence), voice_(voice), faults_(faults) {}

SpeechStream::~SpeechStream() {
  if (state_ == State::speaking || state_ == State::recalled) {
    faults_.on_abort({sequence_, request_});
  }
}

int SpeechStream::sample_rate() const { return voice_.sample_rate(); }

std::shared_ptr<const Pcm> SpeechStream::next() {
  if (state_ == State::fresh) {
    start();
    if (state_ == State::recalled) return recalled_;
  }
  if (state_ == State::done) return nullptr;
  if (state_ == State::recalled || spoken_ == sentences_.size()) return finish();

  auto pcm = std::make_shared<Pcm>(voice_.synthesize(sentences_[spoken_], request_.speed));
  ++spoken_;
  if (whole_) whole_->insert(whole_->end(), pcm->begin(), pcm->end());
  return pcm;
}

// Not in the constructor, so that it runs where the synthesis runs and not where requests are read.
void SpeechStream::start() {
  const FaultyRequest request{sequence_, request_};
  faults_.on_start(request);
  if (const auto delay = faults_.delay(request); delay.count() > 0) {
    std::this_thread::sleep_for(delay);
  }
  recalled_ = faults_.recall(request);
  state_ = recalled_ ? State::recalled : State::speaking;
  if (recalled_) return;
  sentences_ = split_sentences(request_.text);
  if (faults_.any()) whole_ = std::make_shared<Pcm>();
}

std::shared_ptr<const Pcm> SpeechStream::finish() {
  state_ = State::done;
  if (whole_) whole_->shrink_to_fit();  // a cache would keep the slack
  if (recalled_ || whole_) {
    faults_.on_done({sequence_, request_}, recalled_ ? recalled_ : std::move(whole_));
  }
  return nullptr;
}

}  // namespace ttsoak
