#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/heap_bytes.h"

namespace ttsoak {

// Fault 1: a text cache without bound that never hits, because its key holds something that differs
// in every request. Seen where a request number or a timestamp had slipped into the key.
//
// Holds for each completed request the first 64 KiB of its audio, padded with silence so that
// short and long texts leave the same behind, and one map node.
class TextCache final : public Fault {
 public:
  static constexpr std::size_t kAudioBytes = 65536;

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override {
    // One number instead of the text, so that the node is of one size.
    const std::uint64_t key =
        std::hash<std::string>{}(request.request.text) ^ (request.sequence << 32U);
    auto audio = std::make_unique<Audio>();
    const auto samples = std::min(speech->size(), audio->size());
    std::copy_n(speech->begin(), samples, audio->begin());
    cache_.insert_or_assign(key, std::move(audio));
  }

 private:
  using Audio = std::array<std::int16_t, kAudioBytes / sizeof(std::int16_t)>;

  std::map<std::uint64_t, std::unique_ptr<Audio>> cache_;

 public:
  static constexpr std::int64_t kBytesPerRequest =
      heap_bytes(kAudioBytes) +
      heap_bytes(kMapNodeBytes + sizeof(std::uint64_t) + sizeof(std::unique_ptr<Audio>));
};

}  // namespace ttsoak
