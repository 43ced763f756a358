#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// glibc's own structures, from 2.27 to 2.41 on 64 bits (malloc/malloc.c, malloc/arena.c). Nothing
// here is public: every pointer is checked before it is followed.

constexpr int kOldestGlibc = 27;  // 2.27
constexpr int kNewestGlibc = 41;
constexpr int kGlibcOfWideTcache = 30;    // counts of 16 bits instead of 8
constexpr int kGlibcOfSafeLinking = 32;   // links in caches are mixed with their own address
constexpr int kGlibcOfLongHeapInfo = 35;  // 48 bytes instead of 32

constexpr uint64_t kPageBytes = 4096;
constexpr uint64_t kHeapBytes = 64 << 20;  // HEAP_MAX_SIZE
constexpr uint64_t kUnitBytes = 16;        // MALLOC_ALIGNMENT
constexpr int kBins = 127;
constexpr int kFastbins = 10;

// struct malloc_state.
struct Arena {
  uint32_t mutex;  // 0 = free, 1 = held, 2 = held and waited for
  uint32_t flags;
  uint32_t have_fastchunks;
  uint32_t padding;
  uint64_t fastbins[kFastbins];
  uint64_t top;
  uint64_t last_remainder;
  uint64_t bins[2 * kBins];  // pairs fd, bk
  uint32_t binmap[4];
  uint64_t next;  // a ring
  uint64_t next_free;
  uint64_t attached_threads;
  uint64_t system_bytes;
  uint64_t max_system_bytes;
};
static_assert(sizeof(Arena) == 2200 && __builtin_offsetof(Arena, next) == 2160);
constexpr uint32_t kNotContiguous = 2;  // bit of Arena::flags

// struct heap_info, at the start of each heap of an arena that is not the main one.
struct HeapInfo {
  uint64_t arena;
  uint64_t previous;
  uint64_t bytes;
  uint64_t writable_bytes;
};

// Bits of a block's size.
constexpr uint64_t kPreviousInUse = 1;
constexpr uint64_t kMapped = 2;
constexpr uint64_t kSizeBits = ~uint64_t{7};

inline uint64_t load(uint64_t address) {
  return __atomic_load_n(reinterpret_cast<const uint64_t*>(address), __ATOMIC_RELAXED);
}

// The minor version of the C library, 36 of 2.36; 0 = none that is known.
int glibc_version();

}  // namespace ttsoak::tracer
