#pragma once

#include "probes/tracer/walk/glibc_heap.h"

namespace ttsoak::tracer {

// glibc's main arena, which has no symbol: found in the C library's writable data by its bins, most
// of which are empty and then point at themselves. Null where nothing looks like it.
Arena* find_main_arena();

}  // namespace ttsoak::tracer
