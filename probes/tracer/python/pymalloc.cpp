#include "probes/tracer/python/pymalloc.h"

#include <stdint.h>

#include "probes/blackbox/layout.h"
#include "probes/tracer/python/blindness.h"
#include "probes/tracer/python/exit_guard.h"
#include "probes/tracer/python/interpreter.h"
#include "probes/tracer/python/python.h"
#include "probes/tracer/python/python_api.h"
#include "probes/tracer/sampler.h"
#include "probes/tracer/thread.h"

namespace ttsoak::tracer {
namespace {

// PyMemAllocatorDomain.
enum Domain : int { kRaw = 0, kMem = 1, kObject = 2 };

PyAllocator g_behind[3];  // by Domain
// Installing: waiting for the GIL, or having it.
enum class Progress : uint32_t { waiting, installing, settled };
Progress g_progress = Progress::waiting;
bool g_is_wrapped = false;
// check_pymalloc() makes a call to see whether it still comes by here.
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

}  // namespace

bool wrap_pymalloc() {
  if (g_progress == Progress::settled) return true;
  if (interpreter() == nullptr) return is_python_refused();
  if (python_api().none == nullptr && !find_python_api()) {
    admit_blindness(blackbox::kNoPythonObjects,
                    "this Python lacks functions of its API: its objects are not seen");
    g_progress = Progress::settled;
    return true;
  }
  if (python_api().Py_IsInitialized() == 0) return false;
  // When it ends, PyGILState_Ensure() would not come back.
  if (python_api().Py_IsFinalizing() == 0) {
    g_progress = Progress::installing;
    const Quiet quiet(Mode::inside);
    const int gil = python_api().PyGILState_Ensure();
    install_exit_guard();
    wrap();
    python_api().PyGILState_Release(gil);
  }
  g_progress = Progress::settled;
  return true;
}

void resume_pymalloc_after_fork() {
  // Whoever forks a Python that goes on has the GIL, so that the control thread, which is not here
  // any more, was still waiting for it.
  if (g_progress == Progress::installing) g_progress = Progress::waiting;
}

void check_pymalloc() {
  const PythonApi& api = python_api();
  if (!g_is_wrapped || api.Py_IsInitialized() == 0 || api.Py_IsFinalizing() != 0) return;
  PyAllocator now{};
  api.PyMem_GetAllocator(kObject, &now);
  if (now.malloc == Wrapper<kObject>::malloc) return;
  // Either somebody's wrapper is in front of ours (tracemalloc was started), or ours is gone, with
  // one that had been there before (tracemalloc was stopped).
  const Quiet quiet(Mode::inside);
  const int gil = api.PyGILState_Ensure();
  g_is_probing = true;
  api.PyObject_Free(api.PyObject_Malloc(1));
  g_is_probing = false;
  api.PyGILState_Release(gil);
  if (g_came_by) {
    g_came_by = false;
    return;
  }
  g_is_wrapped = false;
  admit_blindness(
      blackbox::kNoPythonObjects,
      "the program took the tracer out of pymalloc (tracemalloc.stop?): Python objects from "
      "before look alive for ever");
}

}  // namespace ttsoak::tracer
