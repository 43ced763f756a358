#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "reference_engine/engine/voice_mix.h"
#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/heap_bytes.h"

namespace ttsoak {

// Fault 3: a cache of blended voices, keyed by the mix as the client spelt it and never emptied.
// Few mixes, as most clients send, fill it and that is all; a client that varies the weights makes
// it grow without end. Plain names of voices do not enter it.
//
// Holds 48 KiB and one map node for each mix not seen before.
class VoiceMixCache final : public Fault {
 public:
  static constexpr std::size_t kStyleBytes = std::size_t{48} * 1024;

  void on_start(const FaultyRequest& request) override {
    const std::string& voice = request.request.voice;
    if (!is_voice_mix(voice)) return;
    // The hash in place of the text, so that nodes are of one size.
    auto& style = styles_[std::hash<std::string>{}(voice)];
    if (style) return;
    style = std::make_unique<Style>();
    style->fill(1.0F);  // written to, hence resident
  }

 private:
  using Style = std::array<float, kStyleBytes / sizeof(float)>;

  std::map<std::uint64_t, std::unique_ptr<Style>> styles_;

 public:
  static constexpr std::int64_t kBytesPerMix =
      heap_bytes(kStyleBytes) +
      heap_bytes(kMapNodeBytes + sizeof(std::uint64_t) + sizeof(std::unique_ptr<Style>));
};

}  // namespace ttsoak
