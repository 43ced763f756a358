#pragma once

#include <stdint.h>

#include "probes/tracer/walk/heap_log.h"

namespace ttsoak::tracer {

// Each thread keeps free blocks to itself (struct tcache_perthread_struct), in use as far as its
// arena knows. The structure is a block of the heap like any other and has no mark; it is known by
// its size and by what its lists lead to.

// Size of that block, with header.
uint64_t tcache_block_bytes();

// Whether what is at `address` could be one, and one that holds something. The block is there.
bool looks_like_tcache(uint64_t address);

// Follows the lists of log.tcaches into log.cached. Their threads go on meanwhile: a list that does
// not hold together is left out.
void list_tcaches(HeapLog& log);

}  // namespace ttsoak::tracer
