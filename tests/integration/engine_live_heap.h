#pragma once

#include <malloc.h>
#include <pthread.h>

#include <cstdint>
#include <fstream>
#include <functional>
#include <vector>

#include "gmock/gmock.h"

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

// Runs `work` on a thread of its own, whose end gives back its cache of small blocks: glibc counts
// them as live, and such a cache goes on filling for thousands of requests. By pthread and not by
// std::thread, which would allocate on this thread and so draw on this thread's cache.
inline void run_apart(std::function<void()>& work) {
  pthread_t thread{};
  const auto body = [](void* argument) -> void* {
    (*static_cast<std::function<void()>*>(argument))();
    return nullptr;
  };
  ASSERT_EQ(::pthread_create(&thread, nullptr, body, &work), 0);
  ASSERT_EQ(::pthread_join(thread, nullptr), 0);
}

// What `work` leaves in the live heap.
inline std::int64_t left_by(std::function<void()> work) {
  const std::int64_t before = live_heap_bytes();
  run_apart(work);
  return live_heap_bytes() - before;
}

// Field 2 of /proc/self/statm, in bytes.
inline std::int64_t resident_bytes() {
  std::int64_t size_pages = 0;
  std::int64_t resident_pages = 0;
  std::ifstream("/proc/self/statm") >> size_pages >> resident_pages;
  return resident_pages * 4096;
}

}  // namespace ttsoak
