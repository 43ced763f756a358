#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "reference_engine/engine/voice_mix.h"
#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Control 4: one writer for each way of writing, made when first asked for and kept. Servers do so
// for each audio format; formats are unknown to the engine, so here it is for each voice. Sound:
// there are as many as there are voices, though a voice may be first asked for late.
//
// Holds 1 MiB for each voice that has spoken, on its own or as the speaker of a mix.
class WriterPerVoice final : public Fault {
 public:
  static constexpr std::size_t kWriterBytes = std::size_t{1} << 20U;

  explicit WriterPerVoice(const std::vector<std::string>& voices) : voices_(voices) {}

  void on_start(const FaultyRequest& request) override {
    const auto mix = parse_voice_mix(request.request.voice, voices_);
    if (!mix) return;
    auto& writer = writers_[std::string(speaker_of(*mix))];
    if (writer.empty()) writer.assign(kWriterBytes, 1);
  }

 private:
  std::vector<std::string> voices_;
  std::map<std::string, std::vector<char>> writers_;
};

}  // namespace ttsoak
