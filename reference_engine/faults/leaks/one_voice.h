#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <string>
#include <vector>

#include "reference_engine/engine/voice_mix.h"
#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/heap_bytes.h"

namespace ttsoak {

// Fault 26: one voice of many leaks: the second in the order of the alphabet, "rms" of those that
// the build writes; the only one where there is one. A mix leaks if that voice is the one that
// speaks it. All other requests leave nothing behind.
//
// Holds 32 KiB and a list node for each completed request in that voice.
class OneVoice final : public Fault {
 public:
  static constexpr std::size_t kLeftBytes = std::size_t{32} * 1024;

  explicit OneVoice(const std::vector<std::string>& voices) : voices_(voices) {}

  void on_done(const FaultyRequest& request,
               const std::shared_ptr<const Pcm>& /*speech*/) override {
    const auto mix = parse_voice_mix(request.request.voice, voices_);
    if (!mix || speaker_of(*mix) != voices_[voices_.size() > 1 ? 1 : 0]) return;
    auto left = std::make_unique<Left>();
    left->fill(1);  // written to, hence resident
    left_.push_front(std::move(left));
  }

 private:
  using Left = std::array<char, kLeftBytes>;

  std::vector<std::string> voices_;
  std::forward_list<std::unique_ptr<Left>> left_;

 public:
  static constexpr std::int64_t kBytesPerRequest =
      heap_bytes(kLeftBytes) + heap_bytes(sizeof(void*) + sizeof(std::unique_ptr<Left>));
};

}  // namespace ttsoak
