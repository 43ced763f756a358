#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/heap_bytes.h"

namespace ttsoak {

// Fault 1: a text cache without bound that never hits, because its key holds something that differs
// in every request. Seen where a request number or a timestamp had slipped into the key.
//
// Holds for each completed request the first 64 KiB of its audio, padded with silence so that
// short and long texts leave the same behind, and one map node. The audio of 16 requests shares
// one slab, whose pages become resident as they are filled: so RSS grows by what is held. With a
// block for each request it grew by up to 16 % more, by fragmentation, which is another disease
// (pinned_buffers).
class TextCache final : public Fault {
 public:
  static constexpr std::size_t kAudioBytes = 65536;
  static constexpr std::size_t kAudiosPerSlab = 16;

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override {
    // One number instead of the text, so that the node is of one size.
    const std::uint64_t key =
        std::hash<std::string>{}(request.request.text) ^ (request.sequence << 32U);
    const std::size_t slot = cached_++ % kAudiosPerSlab;
    if (slot == 0) slabs_.push_back(std::make_unique_for_overwrite<Slab>());
    Audio& audio = (*slabs_.back())[slot];
    const auto samples = std::min(speech->size(), audio.size());
    const auto end = std::copy_n(speech->begin(), samples, audio.begin());
    std::fill(end, audio.end(), std::int16_t{0});
    cache_.insert_or_assign(key, &audio);
  }

 private:
  using Audio = std::array<std::int16_t, kAudioBytes / sizeof(std::int16_t)>;
  using Slab = std::array<Audio, kAudiosPerSlab>;

  std::size_t cached_ = 0;
  std::vector<std::unique_ptr<Slab>> slabs_;
  std::map<std::uint64_t, const Audio*> cache_;

 public:
  // On average; the live heap takes a slab at a time.
  static constexpr std::int64_t kBytesPerRequest =
      static_cast<std::int64_t>(kAudioBytes) +
      heap_bytes(kMapNodeBytes + sizeof(std::uint64_t) + sizeof(const Audio*));
};

}  // namespace ttsoak
