#pragma once

#include <vector>

#include "probes/base/result.h"
#include "probes/heap/blackbox_reader.h"
#include "probes/values/memory_split.h"
#include "probes/values/retention_share.h"

namespace ttsoak {

// Where the resident memory of one process is and, where its heap was walked, who keeps the free
// part of it there. ::process and ::at are the caller's.
struct HeapLook {
  MemorySplit split;
  std::vector<RetentionShare> retention;  // empty unless split.exact
};

enum class Thoroughness {
  estimate,  // malloc_info and the counters: its time goes by the number of free blocks
  walk,  // every block, arena by arena under its lock; takes 4 bytes of memory a block meanwhile
};

// Looks at a traced process with its help; `host_pid` as seen from here. Where a walk is not
// possible, it is estimated, and split.note says why. With jemalloc its own figures are exact as
// they are.
//
// Look with nothing in flight: what changes between one figure and the next shows as unexplained.
//
// Errors: the process has ended or may not be read, or its tracer does not answer.
Result<HeapLook> look_at_heap(const BlackboxReader& box, int host_pid, Thoroughness thoroughness);

// A process without a tracer: anonymous memory is unexplained. Errors: it has ended or may not be
// read.
Result<MemorySplit> split_untraced(int host_pid);

}  // namespace ttsoak
