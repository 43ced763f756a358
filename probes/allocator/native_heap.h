#pragma once

#include <string>

#include "probes/allocator/heap_account.h"
#include "probes/allocator/heap_walk.h"
#include "probes/base/result.h"
#include "probes/heap/blackbox_reader.h"

namespace ttsoak {

// What the tracer and the kernel say of the native heap, before it is set off against smaps.
struct NativeHeap {
  bool exact = false;
  HeapWalk walk;                   // or an outline of it
  HeapFindings findings;           // as far as the walk goes
  HeapAccount account;             // of glibc's arenas
  std::int64_t mapped_bytes = -1;  // of blocks with mappings of their own, by glibc's books; -1:
                                   // walk.mapped has them
  std::string note;
};

// Asks for a walk or, if `wants_walk` is false or it is refused, for what an estimate takes.
// Errors: the tracer does not answer; as PageMap::present().
Result<NativeHeap> read_native_heap(const BlackboxReader& box, int host_pid, bool wants_walk,
                                    const PageMap& pages);

}  // namespace ttsoak
