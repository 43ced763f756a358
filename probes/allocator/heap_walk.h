#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "probes/base/result.h"
#include "probes/blackbox/heap_walk.h"
#include "probes/heap/box_file.h"

namespace ttsoak {

enum class BlockState : std::uint8_t {
  live,    // the program has it, or glibc itself
  cached,  // free, but kept by a thread for itself (tcache)
  fast,    // free, and malloc_trim will merge it with its neighbours (fastbin)
  free,
};

// A block of the heap, its header included.
struct HeapBlock {
  std::uint64_t start = 0;
  std::uint32_t units = 0;  // of 16 bytes
  BlockState state = BlockState::live;

  [[nodiscard]] std::uint64_t bytes() const { return units * blackbox::kBlockUnit; }
  [[nodiscard]] std::uint64_t end() const { return start + bytes(); }
};

// glibc's heap as it was when it was walked.
struct HeapWalk {
  blackbox::WalkHeader header{};
  std::vector<blackbox::WalkArena> arenas;
  std::vector<blackbox::WalkRegion> regions;  // by start
  std::vector<HeapBlock> blocks;              // by start; empty of an outline
  std::vector<blackbox::WalkMapped> mapped;   // by start

  [[nodiscard]] std::span<const HeapBlock> blocks_of(const blackbox::WalkRegion& region) const {
    return std::span(blocks).subspan(region.first_block, region.blocks);
  }
};

// Parses the reply to Command::walk. Any bytes are safe input.
// Where header.outcome is not complete, the rest is empty; see why_not_walked().
// Errors: not such a reply, or one that contradicts itself.
Result<HeapWalk> parse_heap_walk(std::span<const char> reply);

// What `header` says about a heap that was not walked, for people.
std::string why_not_walked(const blackbox::WalkHeader& header);

}  // namespace ttsoak
