// Memory that the program maps itself. What allocators map (glibc's calls do not come by here,
// jemalloc's and tcmalloc's do) is theirs: its blocks are counted where they are handed out.

#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probes/tracer/capture.h"
#include "probes/tracer/export.h"
#include "probes/tracer/mappings.h"
#include "probes/tracer/next.h"
#include "probes/tracer/thread.h"

using namespace ttsoak::tracer;

namespace {

bool is_allocators_own(const void* caller) {
  const auto code = reinterpret_cast<uintptr_t>(caller);
  return code >= g_allocator_begin && code < g_allocator_end;
}

void* map(void* at, size_t bytes, int protection, int flags, int fd, off_t offset,
          const void* caller) {
  // Also before the constructor ran: by system call, since finding the next mmap may need memory.
  void* const start =
      g_next.mmap != nullptr
          ? g_next.mmap(at, bytes, protection, flags, fd, offset)
          : reinterpret_cast<void*>(syscall(SYS_mmap, at, bytes, protection, flags, fd, offset));
  if (start == MAP_FAILED || is_allocators_own(caller)) return start;
  if (is_unwinder(caller)) {
    count_own_mapping(bytes);
  } else {
    note_mapping(start, bytes, protection, flags);
  }
  return start;
}

}  // namespace

TTSOAK_HOOK void* mmap(void* at, size_t bytes, int protection, int flags, int fd, off_t offset) {
  return map(at, bytes, protection, flags, fd, offset, __builtin_return_address(0));
}

TTSOAK_HOOK void* mmap64(void* at, size_t bytes, int protection, int flags, int fd,
                         off64_t offset) {
  return map(at, bytes, protection, flags, fd, offset, __builtin_return_address(0));
}

TTSOAK_HOOK int munmap(void* start, size_t bytes) {
  // Before the call: once unmapped, the range may be somebody else's. It only fails on arguments
  // that are no mapping (not page-aligned), and those are not in the table.
  if (is_unwinder(__builtin_return_address(0))) {
    count_own_unmapping(bytes);
  } else {
    forget_mapping(start, bytes);
  }
  return g_next.munmap != nullptr ? g_next.munmap(start, bytes)
                                  : static_cast<int>(syscall(SYS_munmap, start, bytes));
}

TTSOAK_HOOK void* mremap(void* start, size_t old_bytes, size_t new_bytes, int flags, ...) {
  void* wanted = nullptr;
  if ((flags & MREMAP_FIXED) != 0) {
    va_list arguments;
    va_start(arguments, flags);
    wanted = va_arg(arguments, void*);  // NOLINT: va_start() is the line above
    va_end(arguments);
  }
  void* const moved = g_next.mremap != nullptr
                          ? g_next.mremap(start, old_bytes, new_bytes, flags, wanted)
                          : reinterpret_cast<void*>(
                                syscall(SYS_mremap, start, old_bytes, new_bytes, flags, wanted));
  if (moved != MAP_FAILED) move_mapping(start, old_bytes, moved, new_bytes);
  return moved;
}
