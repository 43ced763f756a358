#pragma once

#include <stdint.h>

#include "probes/blackbox/heap_walk.h"
#include "probes/tracer/walk/own_memory.h"

namespace ttsoak::tracer {

// What a walk finds, before it is written out.
struct HeapLog {
  blackbox::WalkHeader header{};
  Log<blackbox::WalkArena> arenas;
  Log<blackbox::WalkRegion> regions;
  Log<uint32_t> blocks;
  Log<uint64_t> cached;
  Log<blackbox::WalkMapped> mapped;
  Log<uint64_t> tcaches;  // blocks that may be one

  // Ends the walk. False, always.
  bool fail(blackbox::WalkOutcome outcome, uint64_t where = 0) {
    header.outcome = static_cast<uint32_t>(outcome);
    header.where = where;
    return false;
  }

  // The region that holds a whole block's header at `address`, before its arena's top; or null.
  [[nodiscard]] const blackbox::WalkRegion* region_at(uint64_t address) const {
    for (uint64_t i = regions.size(); i > 0; --i) {
      const blackbox::WalkRegion& region = regions[i - 1];
      if (address >= region.first && address + 2 * blackbox::kBlockUnit <= region.top) {
        return &region;
      }
    }
    return nullptr;
  }
};

}  // namespace ttsoak::tracer
