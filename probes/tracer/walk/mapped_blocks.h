#pragma once

#include "probes/tracer/walk/heap_log.h"

namespace ttsoak::tracer {

// Lists the blocks that have a mapping of their own: large ones. glibc keeps no list of them, so
// they are looked for in this process's anonymous memory, by their headers; what the arenas and the
// program mapped is left out. Pages that are not in memory are not read.
void list_mapped_blocks(HeapLog& log);

}  // namespace ttsoak::tracer
