#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "probes/blackbox/heap_walk.h"

namespace ttsoak {

// A reply to a walk as the tracer would write it.
struct WalkImage {
  blackbox::WalkHeader header{};
  std::vector<blackbox::WalkArena> arenas;
  std::vector<blackbox::WalkRegion> regions;
  std::vector<std::uint32_t> blocks;
  std::vector<std::uint64_t> cached;
  std::vector<blackbox::WalkMapped> mapped;

  struct Block {
    std::uint64_t bytes;
    bool in_use;
  };
  // A region of `arena`, which is made if need be (the first is the main one), that begins with
  // `own_bytes` of the arena's; its top is what the blocks leave of it.
  void add_region(std::uint64_t start, std::uint64_t end, std::uint32_t arena,
                  std::uint64_t own_bytes, std::initializer_list<Block> blocks_in_it);

  [[nodiscard]] std::vector<char> bytes() const;
};

}  // namespace ttsoak
