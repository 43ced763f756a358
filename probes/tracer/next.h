#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

namespace ttsoak::tracer {

// The allocator behind us, found with RTLD_NEXT instead of called as __libc_malloc: the target may
// run on jemalloc, and going straight to glibc would swap out the allocator under test.
struct Next {
  void* (*malloc)(size_t);
  void (*free)(void*);
  void* (*calloc)(size_t, size_t);
  void* (*realloc)(void*, size_t);
  void* (*memalign)(size_t, size_t);
  void* (*aligned_alloc)(size_t, size_t);
  int (*posix_memalign)(void**, size_t, size_t);
  void* (*valloc)(size_t);
  void* (*pvalloc)(size_t);
  size_t (*malloc_usable_size)(void*);
  void* (*mmap)(void*, size_t, int, int, int, off_t);
  int (*munmap)(void*, size_t);
  void* (*mremap)(void*, size_t, size_t, int, void*);
  int (*dlclose)(void*);
};
extern Next g_next;

// The process has glibc for its C library, not musl.
bool is_on_glibc();

// The allocator is glibc's own.
extern bool g_is_glibc;

// It is, and of a version whose block sizes can be read without a call.
extern bool g_reads_block_headers;

// Where the allocator's code lies: mappings made from there are its own business.
extern uintptr_t g_allocator_begin, g_allocator_end;

// Fills g_next. May be called by any hook before the constructor ran; the loader is
// single-threaded then. Aborts the program only if there is no malloc behind us at all.
void resolve_next();

// For the allocations that dlsym() makes while g_next is being filled. Never returned to anybody.
void* allocate_at_boot(size_t bytes, size_t alignment = 16);
constexpr size_t kBootPoolBytes = 64 << 10;
extern char g_boot_pool[kBootPoolBytes];
inline bool is_from_boot(const void* address) {
  return reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(g_boot_pool) <
         kBootPoolBytes;
}
size_t boot_block_bytes(const void* address);

// Usable bytes of a live block.
inline size_t usable_bytes(void* address) {
  if (__builtin_expect(g_reads_block_headers, 1)) {
    // glibc keeps size and flags in the word before the block; checked at start-up against
    // malloc_usable_size() (next.cpp). Flag 2 = mapped on its own: two words of header.
    const size_t word = *(static_cast<const size_t*>(address) - 1);
    return (word & ~size_t{7}) - ((word & 2) != 0 ? 16 : 8);
  }
  return g_next.malloc_usable_size(address);
}

}  // namespace ttsoak::tracer
