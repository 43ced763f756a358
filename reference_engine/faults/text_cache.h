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
// short and long texts leave the same behind, and one map node. The audio is kept in pages of
// 4 KiB: blocks that fit into the holes other requests leave, so that RSS grows by what is held
// and not also by fragmentation, which is another disease (pinned_buffers).
class TextCache final : public Fault {
 public:
  static constexpr std::size_t kPageBytes = 4096;
  static constexpr std::size_t kPages = 16;

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override {
    // One number instead of the text, so that the node is of one size.
    const std::uint64_t key =
        std::hash<std::string>{}(request.request.text) ^ (request.sequence << 32U);
    Audio& audio = cache_[key];
    std::size_t at = 0;
    for (auto& page : audio) {
      page = std::make_unique<Page>();
      const auto samples = std::min(speech->size() - at, page->size());
      std::copy_n(speech->begin() + static_cast<std::ptrdiff_t>(at), samples, page->begin());
      at += samples;
    }
  }

 private:
  using Page = std::array<std::int16_t, kPageBytes / sizeof(std::int16_t)>;
  using Audio = std::array<std::unique_ptr<Page>, kPages>;

  std::map<std::uint64_t, Audio> cache_;

 public:
  static constexpr std::int64_t kBytesPerRequest =
      static_cast<std::int64_t>(kPages) * heap_bytes(kPageBytes) +
      heap_bytes(kMapNodeBytes + sizeof(std::uint64_t) + sizeof(Audio));
};

}  // namespace ttsoak
