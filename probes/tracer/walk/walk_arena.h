#pragma once

#include "probes/tracer/walk/glibc_heap.h"
#include "probes/tracer/walk/heap_log.h"

namespace ttsoak::tracer {

// Lists the blocks of one arena, and those in its fastbins, holding its lock. With `outline` only
// where it lies. False: the walk is over, and log.header says why.
bool walk_arena(Arena& arena, bool is_main, bool outline, HeapLog& log);

}  // namespace ttsoak::tracer
