#pragma once

#include <cstdint>
#include <vector>

#include "probes/allocator/heap_walk.h"
#include "probes/allocator/page_map.h"

namespace ttsoak {

// Where the resident memory of glibc's arenas is, page by page. Bytes.
//   live    blocks in use, with headers, and the arenas' own structures
//   pinned  the rest of the pages these lie in; pages that only a cache or a free block's own
//   header
//           keeps
//   free    whole free pages that malloc_trim(0) returns: all of a free block from 48 bytes behind
//           its start on, and the end of the main arena (glibc, malloc/malloc.c, mtrim(),
//           systrim())
//   top     the free ends of all other arenas, which it does not return
// live + pinned + free + top = resident.
struct HeapAccount {
  std::int64_t resident_bytes = 0;
  std::int64_t live_bytes = 0;
  std::int64_t pinned_bytes = 0;
  std::int64_t free_bytes = 0;
  std::int64_t top_bytes = 0;
};

// A stretch of resident pages without a live block that the heap keeps: free or top.
struct FreePages {
  std::uint64_t start = 0, end = 0;
};

// Why the free memory of the heap stays: for each block of a walk, how much of it is charged to
// that block. Bytes, by the index of HeapWalk::blocks; 0 of blocks that are not live.
struct RetentionScores {
  // Each page's free rest, shared by the live blocks on it according to their bytes on it.
  std::vector<float> pinned;
  // Live blocks between two free ones are a run; what a trim would return of its two neighbours is
  // charged to it, half each, shared by its live blocks according to their size. A heuristic: to
  // free one run moves blame to the next.
  std::vector<float> separated;
  double pinned_by_caches = 0;     // pages without a live block that stay all the same
  double separated_by_bulk = 0;    // runs above kThinRun: what is dense is not what separates
  double separated_by_caches = 0;  // runs without a live block

  static constexpr std::uint64_t kThinRun = 64 << 10;
};

struct HeapFindings {
  HeapAccount account;
  RetentionScores scores;  // empty of an outline
  std::vector<FreePages> free_pages;
};

// Precondition: `walk` is complete. Of an outline, `live` is 0, and all that is not top is pinned.
// Errors: as PageMap::present().
Result<HeapFindings> account_heap(const HeapWalk& walk, const PageMap& pages);

}  // namespace ttsoak
