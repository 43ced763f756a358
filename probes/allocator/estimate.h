#pragma once

#include "probes/allocator/heap_account.h"
#include "probes/allocator/heap_walk.h"
#include "probes/allocator/malloc_info.h"
#include "probes/values/heap_snapshot.h"

namespace ttsoak {

// An account of glibc's arenas without a walk. Live: the tracer's counters, with 8 bytes of header
// for each block. Free: from the sizes of free blocks, of which all but some 4 KiB are whole pages
// on average, less what was given back already. Pinned is what remains, within some 0.5 MiB of what
// a walk finds; large live blocks that were never touched make it too small.
//
// `outline`: the arenas' regions and, unless they are guessed, tops and mapped blocks. `seen`:
// account_heap() of it.
HeapAccount estimate_account(const MallocInfo& info, const HeapWalk& outline,
                             const HeapSnapshot& counters, const HeapAccount& seen);

}  // namespace ttsoak
