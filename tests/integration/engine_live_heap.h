#pragma once

#include <malloc.h>

#include <cstdint>
#include <fstream>
#include <vector>

namespace ttsoak {

// Bytes in live blocks of the whole process, by glibc's own books, over all arenas. Small blocks
// that a thread's cache keeps count as live: compare only after a warm-up on the same threads.
inline std::int64_t live_heap_bytes() {
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}

// Whether live_heap_bytes() means anything: sanitizers bring an allocator of their own.
inline bool glibc_keeps_the_books() {
  const std::int64_t before = live_heap_bytes();
  const std::vector<char> block(100000);
  return live_heap_bytes() - before >= static_cast<std::int64_t>(block.size());
}

// Field 2 of /proc/self/statm, in bytes.
inline std::int64_t resident_bytes() {
  std::int64_t size_pages = 0;
  std::int64_t resident_pages = 0;
  std::ifstream("/proc/self/statm") >> size_pages >> resident_pages;
  return resident_pages * 4096;
}

}  // namespace ttsoak
