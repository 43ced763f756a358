// The malloc family. Guard first, then the real allocator: a block is recorded after it exists and
// forgotten before it is gone, so that another thread that gets its address finds the table clean.

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "probes/tracer/block.h"
#include "probes/tracer/export.h"
#include "probes/tracer/next.h"

using namespace ttsoak::tracer;

extern "C" void* malloc(size_t);

namespace {

bool has_next() {
  if (__builtin_expect(g_next.malloc != nullptr, 1)) return true;
  resolve_next();
  return g_next.malloc != nullptr;
}

void* reallocate_boot_block(void* address, size_t size) {
  void* const moved = has_next() ? malloc(size) : allocate_at_boot(size);
  const size_t old_bytes = boot_block_bytes(address);
  if (moved != nullptr) memcpy(moved, address, old_bytes < size ? old_bytes : size);
  return moved;
}

}  // namespace

TTSOAK_HOOK void* malloc(size_t size) {
  if (!has_next()) return allocate_at_boot(size);
  return recorded(g_next.malloc(size));
}

TTSOAK_HOOK void* calloc(size_t count, size_t size) {
  if (!has_next()) return allocate_at_boot(count * size);
  return recorded(g_next.calloc(count, size));
}

TTSOAK_HOOK void free(void* address) {
  if (address == nullptr || __builtin_expect(is_from_boot(address), 0) || !has_next()) return;
  forget(address);
  g_next.free(address);
}

TTSOAK_HOOK void* realloc(void* address, size_t size) {
  if (address == nullptr) return malloc(size);
  if (is_from_boot(address)) return reallocate_boot_block(address, size);
  if (!has_next()) return nullptr;
  return recorded_realloc(address, size);
}

TTSOAK_HOOK void* reallocarray(void* address, size_t count, size_t size) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(address, bytes);
}

TTSOAK_HOOK void* memalign(size_t alignment, size_t size) {
  if (!has_next()) return allocate_at_boot(size, alignment);
  return recorded(g_next.memalign(alignment, size));
}

TTSOAK_HOOK void* aligned_alloc(size_t alignment, size_t size) {
  if (!has_next()) return allocate_at_boot(size, alignment);
  return recorded(g_next.aligned_alloc(alignment, size));
}

TTSOAK_HOOK int posix_memalign(void** address, size_t alignment, size_t size) {
  if (!has_next()) {
    *address = allocate_at_boot(size, alignment);
    return *address != nullptr ? 0 : ENOMEM;
  }
  const int failure = g_next.posix_memalign(address, alignment, size);
  if (failure == 0) recorded(*address);
  return failure;
}

TTSOAK_HOOK void* valloc(size_t size) {
  return has_next() ? recorded(g_next.valloc(size)) : allocate_at_boot(size, 4096);
}

TTSOAK_HOOK void* pvalloc(size_t size) {
  return has_next() ? recorded(g_next.pvalloc(size)) : allocate_at_boot(size, 4096);
}

// Gone from glibc's headers, still called by old programs.
TTSOAK_HOOK void cfree(void* address) { free(address); }

// C23. Not forwarded as such: most allocators have no sized free yet.
TTSOAK_HOOK void free_sized(void* address, size_t) { free(address); }
TTSOAK_HOOK void free_aligned_sized(void* address, size_t, size_t) { free(address); }
