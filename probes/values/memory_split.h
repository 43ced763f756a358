#pragma once

#include <cstdint>
#include <string>

#include "probes/base/clock.h"

namespace ttsoak {

// Where the resident memory of one process is, at one trough. Bytes that are resident, not
// reserved.
//
// rss_bytes = live + pinned + free + top + python_live + python_free + mapped + stack + file +
// shmem + tracer + unexplained. What cannot be told apart is in unexplained, which can be negative.
struct MemorySplit {
  int process = 0;  // ProcessInfo::index
  int cycle = 0;    // the cycle just ended; 0 = before the first request
  RunTime at{0};
  bool exact = false;  // the heap was walked block by block; else from counters and malloc_info

  std::int64_t rss_bytes = 0;  // of all mappings, by smaps

  // The native heap (glibc's arenas and mmapped chunks, or jemalloc's extents).
  std::int64_t live_bytes = 0;    // blocks in use, with their headers
  std::int64_t pinned_bytes = 0;  // the free rest of pages that hold a block in use; small caches
  std::int64_t free_bytes = 0;    // whole free pages that a trim or purge returns
  std::int64_t top_bytes = 0;     // free ends of arenas that malloc_trim does not return

  // pymalloc's arenas.
  std::int64_t python_live_bytes = 0;
  std::int64_t python_free_bytes = 0;

  std::int64_t mapped_bytes = 0;  // anonymous memory of the program's own mmap
  std::int64_t stack_bytes = 0;   // of threads
  std::int64_t file_bytes = 0;    // mapped files, clean or written to
  std::int64_t shmem_bytes = 0;   // tmpfs, shared anonymous memory
  std::int64_t tracer_bytes = 0;  // black box and what the tracer mapped
  std::int64_t unexplained_bytes = 0;

  std::int64_t trim_bytes = -1;  // what malloc_trim(0) or a purge would return now; -1 = not known
  std::int64_t pause_us = 0;     // longest time a lock of the allocator was held for this
  std::string allocator;         // "glibc 2.36", "jemalloc 5.3.0-0-g54eaed1d8b"
  std::string note;              // why it is not exact, for people
};

}  // namespace ttsoak
