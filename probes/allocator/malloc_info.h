#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// What glibc says of its own heap. Bytes with block headers.
struct MallocInfo {
  // Free blocks of similar size: a bin, or the blocks that are not sorted into one yet.
  struct Bin {
    std::int64_t bytes = 0, blocks = 0;
  };
  struct Arena {
    std::vector<Bin> bins;
    std::int64_t fast_bytes = 0;    // in fastbins
    std::int64_t free_bytes = 0;    // in bins and top
    std::int64_t system_bytes = 0;  // that it has from the system

    [[nodiscard]] std::int64_t top_bytes() const;
  };
  std::vector<Arena> arenas;
  std::int64_t mapped_bytes = 0, mapped_blocks = 0;  // blocks with mappings of their own
};

// Parses the XML of malloc_info(3), version 1. Text before and after it does no harm.
// Errors: no such text, or an attribute that is no number.
Result<MallocInfo> parse_malloc_info(std::string_view xml);

}  // namespace ttsoak
