#pragma once

#include <cstdint>
#include <vector>

#include "probes/allocator/page_map.h"
#include "probes/allocator/python_pools.h"
#include "probes/allocator/smaps.h"
#include "probes/base/result.h"

namespace ttsoak {

// What is known to lie in anonymous memory.
enum class Claim : std::uint8_t {
  heap,          // glibc's arenas
  mapped_block,  // blocks with mappings of their own
  python,        // pymalloc's arenas
  program,       // what the program mapped itself
};
constexpr std::size_t kClaims = 4;

struct ClaimedRange {
  std::uint64_t start = 0, end = 0;
  Claim claim = Claim::heap;
};

// The resident memory of all mappings, by what they are. Bytes; they add up to rss_bytes.
struct MappingSplit {
  std::int64_t rss_bytes = 0;
  std::int64_t claimed_bytes[kClaims] = {};
  std::int64_t stack_bytes = 0;
  std::int64_t file_bytes = 0;  // and the variables of programs and libraries behind them
  std::int64_t shmem_bytes = 0;
  std::int64_t tracer_bytes = 0;     // its black box, its library
  std::int64_t anonymous_bytes = 0;  // not claimed; below 0 where more is claimed than there is
  std::vector<AddressRange> python;  // claimed parts of mappings
};

// `claims` may overlap: the one with the smaller number counts. Where they do not cover a mapping,
// `pages` says how much of it is theirs.
//
// A thread's stack is anonymous memory behind a guard: a mapping that may not be touched and
// touches it (glibc, nptl/allocatestack.c). Shared memory is known by its name: /dev/shm, memfd,
// System V, /dev/zero.
//
// Errors: as PageMap::present().
Result<MappingSplit> split_mappings(const std::vector<SmapsMapping>& mappings,
                                    std::vector<ClaimedRange> claims, const PageMap& pages);

}  // namespace ttsoak
