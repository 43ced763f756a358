#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "probes/base/result.h"
#include "reference_engine/faults/fault.h"

namespace ttsoak {

// How memory is pinned: `per_request` blocks of `block_bytes` shrink to pins, and the youngest
// `pins` of them live on.
struct PinLayout {
  std::size_t block_bytes = 0;
  std::size_t per_request = 0;
  std::size_t pins = 0;
};

// Holes of 64 KiB between pins: the whole pages in them go back to the system on malloc_trim().
inline constexpr PinLayout kTrimmablePins{65536 - 16, 3, 1536};

// A pin on every page: no page is free, so that malloc_trim() returns none of it.
inline constexpr PinLayout kUntrimmablePins{4096 - 16, 16, 8192};

// Control 11: allocator retention. Small live blocks sit among big freed ones and hold the heap
// apart. Not a live leak: the live heap stays small, and what is retained is bounded.
//
// Holds 64 bytes for each pin, and keeps mostly free heap resident between them:
// 64 MiB after 512 requests with kTrimmablePins, 30 MiB after 512 with kUntrimmablePins. (The hole
// behind the last block of a request merges with the top of the heap and serves the next one.)
class PinnedBuffers final : public Fault {
 public:
  static constexpr std::size_t kPinBytes = 64;

  explicit PinnedBuffers(PinLayout layout) : layout_(layout) {}

  void on_start(const FaultyRequest& /*request*/) override {
    std::vector<Block> blocks(layout_.per_request);
    for (Block& block : blocks) {
      block.reset(std::malloc(layout_.block_bytes));
      if (!block) abort_with("out of memory in the fault pinned_buffers");
      std::memset(block.get(), 1, layout_.block_bytes);
    }
    for (Block& block : blocks) {
      // Shrinking, rather than allocating pins between the blocks: glibc shrinks in place, so that
      // every hole is certain to have a pin in front of it, and is too small for a block of the
      // next request.
      pins_.emplace_back(std::realloc(block.release(), kPinBytes));
    }
    while (pins_.size() > layout_.pins) pins_.pop_front();
  }

 private:
  struct Free {
    void operator()(void* block) const { std::free(block); }
  };
  using Block = std::unique_ptr<void, Free>;

  PinLayout layout_;
  std::deque<Block> pins_;
};

}  // namespace ttsoak
