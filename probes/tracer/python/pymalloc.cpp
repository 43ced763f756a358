#include <stdint.h>

#include "probes/blackbox/layout.h"
#include "probes/tracer/box.h"
#include "probes/tracer/python/exit_guard.h"
#include "probes/tracer/python/interpreter.h"
#include "probes/tracer/python/python.h"
#include "probes/tracer/python/python_api.h"
#include "probes/tracer/sampler.h"

namespace ttsoak::tracer {
namespace {

// PyMemAllocatorDomain.
enum Domain : int { kRaw = 0, kMem = 1, kObject = 2 };

PyAllocator g_behind[3];  // by Domain
bool g_is_settled = false;
bool g_is_wrapped = false;

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
    return born(passed_on([=] { return g_behind[kDomain].malloc(ctx, size); }), size);
  }

  static void* calloc(void* ctx, size_t count, size_t size) {
    return born(passed_on([=] { return g_behind[kDomain].calloc(ctx, count, size); }),
                count * size);
  }

  static void* realloc(void* ctx, void* block, size_t size) {
    // Before: once the allocator behind has let go of it, the address may be another's block.
    if (block != nullptr) {
      forget_block(block);
    }
    void* const moved = passed_on([=] { return g_behind[kDomain].realloc(ctx, block, size); });
    if (moved == nullptr) return nullptr;
    if (block != nullptr) count_python_blocks(0, 1);
    return born(moved, size);
  }

  static void free(void* ctx, void* block) {
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

void wrap() {
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

void give_up(const char* why) {
  __atomic_fetch_or(&g_box.header->blind, blackbox::kNoPythonObjects, __ATOMIC_RELAXED);
  note(why);
}

}  // namespace

bool wrap_pymalloc() {
  if (g_is_settled) return true;
  if (interpreter() == nullptr) return is_python_refused();
  if (python_api().none == nullptr && !find_python_api()) {
    give_up("this Python lacks functions of its API: its objects are not seen");
    g_is_settled = true;
    return true;
  }
  if (python_api().Py_IsInitialized() == 0) return false;
  g_is_settled = true;
  // From here on PyGILState_Ensure() would not come back.
  if (python_api().Py_IsFinalizing() != 0) return true;
  const Quiet quiet;
  const int gil = python_api().PyGILState_Ensure();
  install_exit_guard();
  wrap();
  python_api().PyGILState_Release(gil);
  return true;
}

void check_pymalloc() {
  if (!g_is_wrapped) return;
  PyAllocator now{};
  python_api().PyMem_GetAllocator(kObject, &now);
  if (now.malloc == Wrapper<kObject>::malloc) return;
  // tracemalloc puts its own in front of ours, and takes it away again. One that was there before
  // us takes ours away with it; the two look alike, until the allocator is the one behind us.
  if (now.malloc != g_behind[kObject].malloc) return;
  g_is_wrapped = false;
  give_up(
      "the program took the tracer out of pymalloc (tracemalloc.stop?): Python objects from "
      "before look alive for ever");
}

}  // namespace ttsoak::tracer
