#include "probes/tracer/python/pymalloc.h"

#include <stdint.h>

#include "probes/blackbox/layout.h"
#include "probes/tracer/mappings.h"
#include "probes/tracer/python/blindness.h"
#include "probes/tracer/python/python_api.h"
#include "probes/tracer/sampler.h"
#include "probes/tracer/sampling.h"
#include "probes/tracer/walk/own_memory.h"

namespace ttsoak::tracer {
namespace {

// PyMemAllocatorDomain.
enum Domain : int { kRaw = 0, kMem = 1, kObject = 2 };

PyAllocator g_behind[3];  // by Domain
PyArenaAllocator g_arenas_behind;
bool g_is_wrapped = false;
// check_pymalloc_wrappers() makes a call to see whether it still comes by here.
bool g_is_probing = false, g_came_by = false;

// Above, pymalloc takes blocks from malloc, whose hook records them (obmalloc.c,
// SMALL_REQUEST_THRESHOLD; the same in 3.8 to 3.13). So it does with small ones where there is no
// room for an arena: then both record the block, and the second entry replaces the first.
constexpr size_t kLargestOwn = 512;

constexpr size_t kArenaBytes = 1 << 20;     // from 3.10 on
constexpr size_t kOldArenaBytes = 1 << 18;  // before

inline bool is_ready() { return __builtin_expect(t_thread.mode == Mode::ready, 1); }

// For a thread that comes by for the first time, which gets its counters here; for one that has
// none; and for check_pymalloc_wrappers().
__attribute__((noinline)) bool is_ready_after_all() {
  if (g_is_probing) g_came_by = true;
  return is_recording() && is_ready();
}

// The wrappers pass on the context of the allocator behind them and add nothing to the blocks, so
// that blocks may come from before them and outlive them. They run with the GIL, in a busy program
// some ten million times a second: every instruction counts.
template <Domain kDomain>
struct Wrapper {
  static PyAllocator& behind() { return g_behind[kDomain]; }

  // Counts a small block before there is one, so that the call can end in the allocator behind.
  // That one has no block of `size` bytes to give only when the machine has no memory left.
  // False: to be counted by born(), or a sample is due.
  static bool is_counted_ahead(size_t size) {
    if (__builtin_expect(size > kLargestOwn || !is_ready(), 0)) return false;
    const size_t counted = size < blackbox::kPythonFloorBytes ? blackbox::kPythonFloorBytes : size;
    if (__builtin_expect(t_thread.until_sample <= static_cast<int64_t>(counted), 0)) return false;
    t_thread.until_sample -= static_cast<int64_t>(counted);
    add(t_thread.counters->python_allocated_blocks, 1);
    return true;
  }

  static void* born(void* block, size_t size) {
    if (block == nullptr || (!is_ready() && !is_ready_after_all())) return block;
    add(t_thread.counters->python_allocated_blocks, 1);
    if (size <= kLargestOwn) sample_if_due(block, size, blackbox::Kind::python);
    return block;
  }

  static void* malloc(void* ctx, size_t size) {
    return is_counted_ahead(size) ? behind().malloc(ctx, size) : malloc_slowly(ctx, size);
  }

  __attribute__((noinline)) static void* malloc_slowly(void* ctx, size_t size) {
    return born(behind().malloc(ctx, size), size);
  }

  static void* calloc(void* ctx, size_t count, size_t size) {
    if (size <= kLargestOwn && count <= kLargestOwn && is_counted_ahead(count * size)) {
      return behind().calloc(ctx, count, size);
    }
    return calloc_slowly(ctx, count, size);
  }

  __attribute__((noinline)) static void* calloc_slowly(void* ctx, size_t count, size_t size) {
    return born(behind().calloc(ctx, count, size), count * size);
  }

  static void* realloc(void* ctx, void* block, size_t size) {
    if (block == nullptr) return malloc(ctx, size);
    // Before: once the allocator behind has let go of it, the address may be another's block.
    blackbox::LiveSample sample;
    const bool was_sampled = may_be_sampled(block) && forget_sampled(block, sample);
    void* const moved = behind().realloc(ctx, block, size);
    if (moved == nullptr) {
      if (was_sampled) remember_again(block, sample);
      return nullptr;
    }
    if (was_sampled) book_freed(sample);
    if (is_ready() || is_ready_after_all()) add(t_thread.counters->python_freed_blocks, 1);
    return born(moved, size);
  }

  static void free(void* ctx, void* block) {
    if (__builtin_expect(block == nullptr || may_be_sampled(block) || !is_ready(), 0)) {
      return free_slowly(ctx, block);
    }
    add(t_thread.counters->python_freed_blocks, 1);
    behind().free(ctx, block);
  }

  __attribute__((noinline)) static void free_slowly(void* ctx, void* block) {
    forget_block(block);
    if (block != nullptr && (is_ready() || is_ready_after_all())) {
      add(t_thread.counters->python_freed_blocks, 1);
    }
    behind().free(ctx, block);
  }
};

// Arenas are no memory of the program's own beside the blocks in them.
void* map_arena(void* ctx, size_t size) {
  const Quiet quiet;
  void* const arena = g_arenas_behind.alloc(ctx, size);
  if (arena != nullptr) note_arena(arena, size);
  return arena;
}

// The arenas from before are mappings like any other, but for the pool at their beginning
// (obmalloc.c, struct pool_header).
struct PoolHeader {
  uint32_t count;
  uint64_t pointers[3];
  uint32_t arena, size_index, next_offset, max_next_offset;
};
static_assert(sizeof(PoolHeader) == 48);

bool begins_with_a_pool(uint64_t start, size_t bytes) {
  const uint64_t pool_bytes = bytes == kArenaBytes ? 16384 : 4096;
  PoolHeader pool{};
  if (!read_memory((start + pool_bytes - 1) & ~(pool_bytes - 1), &pool, sizeof pool)) return false;
  const uint64_t block_bytes = 16 * (uint64_t{pool.size_index} + 1);
  return pool.count > 0 && block_bytes <= kLargestOwn &&
         pool.max_next_offset == pool_bytes - block_bytes && pool.next_offset >= sizeof pool;
}

template <Domain kDomain>
PyAllocator wrapper() {
  using Its = Wrapper<kDomain>;
  return {g_behind[kDomain].ctx, Its::malloc, Its::calloc, Its::realloc, Its::free};
}

}  // namespace

void install_pymalloc_wrappers() {
  const PythonApi& api = python_api();
  for (int domain = kRaw; domain <= kObject; ++domain) {
    api.PyMem_GetAllocator(domain, &g_behind[domain]);
  }
  // PYTHONMALLOC=malloc: the malloc hooks see every object already.
  if (g_behind[kObject].malloc == g_behind[kRaw].malloc) return;
  PyAllocator mem = wrapper<kMem>(), object = wrapper<kObject>();
  api.PyMem_SetAllocator(kMem, &mem);
  api.PyMem_SetAllocator(kObject, &object);
  api.PyObject_GetArenaAllocator(&g_arenas_behind);
  PyArenaAllocator arenas = g_arenas_behind;
  arenas.alloc = map_arena;
  api.PyObject_SetArenaAllocator(&arenas);
  adopt_arenas(kArenaBytes, begins_with_a_pool);
  adopt_arenas(kOldArenaBytes, begins_with_a_pool);
  g_is_wrapped = true;
}

void check_pymalloc_wrappers() {
  if (!g_is_wrapped) return;
  const PythonApi& api = python_api();
  PyAllocator now{};
  api.PyMem_GetAllocator(kObject, &now);
  if (now.malloc == Wrapper<kObject>::malloc) return;
  // Either somebody's wrapper is in front of ours (tracemalloc was started), or ours is gone, with
  // one that had been there before (tracemalloc was stopped).
  g_came_by = false;
  g_is_probing = true;
  api.PyObject_Free(api.PyObject_Malloc(1));
  g_is_probing = false;
  if (g_came_by) return;
  g_is_wrapped = false;
  admit_blindness(
      blackbox::kNoPythonObjects,
      "the program took the tracer out of pymalloc (tracemalloc.stop?): Python objects from "
      "before look alive for ever");
}

}  // namespace ttsoak::tracer
