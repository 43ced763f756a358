#include "probes/tracer/python/pymalloc.h"

#include <stdint.h>

#include "probes/blackbox/layout.h"
#include "probes/tracer/python/blindness.h"
#include "probes/tracer/python/python_api.h"
#include "probes/tracer/sampler.h"
#include "probes/tracer/sampling.h"

namespace ttsoak::tracer {
namespace {

// PyMemAllocatorDomain.
enum Domain : int { kRaw = 0, kMem = 1, kObject = 2 };

PyAllocator g_behind[3];  // by Domain
PyArenaAllocator g_arenas_behind;
bool g_is_wrapped = false;
// check_pymalloc_wrappers() makes a call to see whether it still comes by here.
bool g_is_probing = false, g_came_by = false;

// Gives a thread that comes by for the first time its counters.
bool is_ready() {
  return __builtin_expect(t_thread.mode == Mode::ready, 1) ||
         (is_recording() && t_thread.mode == Mode::ready);
}

// What a call of the allocator behind did to the heap: blocks above 512 bytes pymalloc takes from
// malloc, whose hook records them. The thread's counters tell which of the two it was.
class HeapDelta {
 public:
  HeapDelta() : allocated_(t_thread.counters->allocated_blocks), freed_(freed_now()) {}
  [[nodiscard]] bool allocated() const { return t_thread.counters->allocated_blocks != allocated_; }
  [[nodiscard]] bool freed() const { return freed_now() != freed_; }

 private:
  static uint64_t freed_now() { return t_thread.counters->freed_blocks; }

  uint64_t allocated_, freed_;
};

// The wrappers pass on the context of the allocator behind them and add nothing to the blocks, so
// that blocks may come from before them and outlive them. They run with the GIL, in a busy program
// some ten million times a second.
template <Domain kDomain>
struct Wrapper {
  static PyAllocator& behind() { return g_behind[kDomain]; }

  static void* malloc(void* ctx, size_t size) {
    if (__builtin_expect(g_is_probing, 0)) g_came_by = true;
    if (!is_ready()) return behind().malloc(ctx, size);
    const HeapDelta heap;
    void* const block = behind().malloc(ctx, size);
    if (block != nullptr && !heap.allocated()) record_python_block(block, size);
    return block;
  }

  static void* calloc(void* ctx, size_t count, size_t size) {
    if (!is_ready()) return behind().calloc(ctx, count, size);
    const HeapDelta heap;
    void* const block = behind().calloc(ctx, count, size);
    if (block != nullptr && !heap.allocated()) record_python_block(block, count * size);
    return block;
  }

  static void* realloc(void* ctx, void* block, size_t size) {
    if (block == nullptr) return malloc(ctx, size);
    // Before: once the allocator behind has let go of it, the address may be another's block.
    blackbox::LiveSample sample;
    const bool was_sampled = may_be_sampled(block) && forget_sampled(block, sample);
    if (!is_ready()) {
      if (was_sampled) book_freed(sample);
      return behind().realloc(ctx, block, size);
    }
    const HeapDelta heap;
    void* const moved = behind().realloc(ctx, block, size);
    if (moved == nullptr) {
      if (was_sampled) remember_again(block, sample);
      return nullptr;
    }
    if (was_sampled) book_freed(sample);
    if (!heap.freed()) add(t_thread.counters->python_freed_blocks, 1);
    if (!heap.allocated()) record_python_block(moved, size);
    return moved;
  }

  static void free(void* ctx, void* block) {
    if (__builtin_expect(may_be_sampled(block), 0)) forget_block(block);
    if (block == nullptr || !is_ready()) return behind().free(ctx, block);
    const HeapDelta heap;
    behind().free(ctx, block);
    if (!heap.freed()) add(t_thread.counters->python_freed_blocks, 1);
  }
};

// Arenas are no memory of the program's own beside the blocks in them.
void* map_arena(void* ctx, size_t size) {
  const Quiet quiet;
  return g_arenas_behind.alloc(ctx, size);
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
