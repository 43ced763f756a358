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
bool g_is_wrapped = false;
// check_pymalloc_wrappers() makes a call to see whether it still comes by here.
bool g_is_probing = false, g_came_by = false;

// The wrappers pass on the context of the allocator behind them and add nothing to the blocks, so
// that blocks may come from before them and outlive them. They run with the GIL.
template <Domain kDomain>
struct Wrapper {
  static void* born(void* block, size_t size) {
    if (block == nullptr) return nullptr;
    note_block(block, size, blackbox::Kind::python);
    count_python_blocks(1, 0);
    return block;
  }

  static void* malloc(void* ctx, size_t size) {
    if (__builtin_expect(g_is_probing, 0)) g_came_by = true;
    // What follows is what Quiet, note_block() and count_python_blocks() do, without their calls:
    // a Python program comes by here some ten million times a second.
    ThreadState& thread = t_thread;
    if (__builtin_expect(thread.mode == Mode::ready, 1)) {
      thread.mode = Mode::quiet;
      void* const block = g_behind[kDomain].malloc(ctx, size);
      thread.mode = Mode::ready;
      if (__builtin_expect(block != nullptr, 1)) record_python_block(block, size);
      return block;
    }
    return born(passed_on([=] { return g_behind[kDomain].malloc(ctx, size); }), size);
  }

  static void* calloc(void* ctx, size_t count, size_t size) {
    return born(passed_on([=] { return g_behind[kDomain].calloc(ctx, count, size); }),
                count * size);
  }

  static void* realloc(void* ctx, void* block, size_t size) {
    // Before: once the allocator behind has let go of it, the address may be another's block.
    blackbox::LiveSample sample;
    const bool was_sampled =
        block != nullptr && may_be_sampled(block) && forget_sampled(block, sample);
    void* const moved = passed_on([=] { return g_behind[kDomain].realloc(ctx, block, size); });
    if (moved == nullptr) {
      if (was_sampled) remember_again(block, sample);
      return nullptr;
    }
    if (was_sampled) book_freed(sample);
    if (block != nullptr) count_python_blocks(0, 1);
    return born(moved, size);
  }

  static void free(void* ctx, void* block) {
    ThreadState& thread = t_thread;
    if (__builtin_expect(thread.mode == Mode::ready && block != nullptr, 1)) {
      if (__builtin_expect(may_be_sampled(block), 0)) forget_block(block);
      add(thread.counters->python_freed_blocks, 1);
      thread.mode = Mode::quiet;
      g_behind[kDomain].free(ctx, block);
      thread.mode = Mode::ready;
      return;
    }
    if (block != nullptr) {
      forget_block(block);
      count_python_blocks(0, 1);
    }
    const Quiet quiet;
    g_behind[kDomain].free(ctx, block);
  }

  // What the allocator behind takes from malloc is part of this block, not one of its own.
  template <typename Call>
  static void* passed_on(Call call) {
    const Quiet quiet;
    return call();
  }
};

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
