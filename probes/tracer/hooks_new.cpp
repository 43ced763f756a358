// operator new and delete, all forms. libstdc++'s call malloc and free, which are hooked already:
// they are passed on. An allocator that brings its own (jemalloc, tcmalloc) does not come by
// malloc, so its blocks are recorded here, unless it does for some (jemalloc's for aligned blocks).
//
// Where the program is C and loads C++ libraries later (Python and torch), RTLD_NEXT finds no
// operator new, because libstdc++ is not in the global scope, yet its users come to us, who are.
// Then the library is looked for among those loaded.

#include <malloc.h>
#include <stdlib.h>

#include "probes/tracer/block.h"
#include "probes/tracer/export.h"
#include "probes/tracer/next.h"
#include "probes/tracer/next_operator.h"
#include "probes/tracer/sampler.h"

using namespace ttsoak::tracer;

namespace {

// True if the allocator under test serves `function` itself.
bool is_allocators_own(void* function) {
  const auto code = reinterpret_cast<uintptr_t>(function);
  return code >= g_allocator_begin && code < g_allocator_end;
}

template <typename... Arguments>
void* make(NextOperator& next, Arguments... arguments) {
  void* const function = next.find();
  if (function == nullptr) return nullptr;
  // Not made quiet for the call: it may throw, and there is no cleanup without a C++ runtime.
  const uint8_t recorded_before = t_thread.recorded;
  void* const address = reinterpret_cast<void* (*)(Arguments...)>(function)(arguments...);
  if (t_thread.recorded != recorded_before || !is_allocators_own(function)) return address;
  return recorded(address);
}

template <typename... Arguments>
void destroy(NextOperator& next, void* address, Arguments... arguments) {
  void* const function = next.find();
  if (function == nullptr) return free(address);
  auto* const next_delete = reinterpret_cast<void (*)(void*, Arguments...)>(function);
  if (address == nullptr || !is_allocators_own(function)) return next_delete(address, arguments...);
  forget(address);
  const Quiet quiet;  // it may come by our free()
  next_delete(address, arguments...);
}

// There is no C++ runtime to ask: as good as can be, short of throwing.
void* or_else_abort(void* address) {
  if (address == nullptr) abort();
  return address;
}

}  // namespace

#define TTSOAK_NEW(name)                                            \
  TTSOAK_HOOK void* name(size_t size) {                             \
    static NextOperator next{#name};                                \
    if (next.find() == nullptr) return or_else_abort(malloc(size)); \
    return make(next, size);                                        \
  }
#define TTSOAK_NEW_NOTHROW(name)                             \
  TTSOAK_HOOK void* name(size_t size, const void* nothrow) { \
    static NextOperator next{#name};                         \
    if (next.find() == nullptr) return malloc(size);         \
    return make(next, size, nothrow);                        \
  }
#define TTSOAK_NEW_ALIGNED(name)                                                 \
  TTSOAK_HOOK void* name(size_t size, size_t alignment) {                        \
    static NextOperator next{#name};                                             \
    if (next.find() == nullptr) return or_else_abort(memalign(alignment, size)); \
    return make(next, size, alignment);                                          \
  }
#define TTSOAK_NEW_ALIGNED_NOTHROW(name)                                       \
  TTSOAK_HOOK void* name(size_t size, size_t alignment, const void* nothrow) { \
    static NextOperator next{#name};                                           \
    if (next.find() == nullptr) return memalign(alignment, size);              \
    return make(next, size, alignment, nothrow);                               \
  }
#define TTSOAK_DELETE(name)              \
  TTSOAK_HOOK void name(void* address) { \
    static NextOperator next{#name};     \
    destroy(next, address);              \
  }
#define TTSOAK_DELETE_1(name, Type)                     \
  TTSOAK_HOOK void name(void* address, Type argument) { \
    static NextOperator next{#name};                    \
    destroy(next, address, argument);                   \
  }
#define TTSOAK_DELETE_2(name, First, Second)                         \
  TTSOAK_HOOK void name(void* address, First first, Second second) { \
    static NextOperator next{#name};                                 \
    destroy(next, address, first, second);                           \
  }

TTSOAK_NEW(_Znwm)
TTSOAK_NEW(_Znam)
TTSOAK_NEW_NOTHROW(_ZnwmRKSt9nothrow_t)
TTSOAK_NEW_NOTHROW(_ZnamRKSt9nothrow_t)
TTSOAK_NEW_ALIGNED(_ZnwmSt11align_val_t)
TTSOAK_NEW_ALIGNED(_ZnamSt11align_val_t)
TTSOAK_NEW_ALIGNED_NOTHROW(_ZnwmSt11align_val_tRKSt9nothrow_t)
TTSOAK_NEW_ALIGNED_NOTHROW(_ZnamSt11align_val_tRKSt9nothrow_t)
TTSOAK_DELETE(_ZdlPv)
TTSOAK_DELETE(_ZdaPv)
TTSOAK_DELETE_1(_ZdlPvm, size_t)
TTSOAK_DELETE_1(_ZdaPvm, size_t)
TTSOAK_DELETE_1(_ZdlPvRKSt9nothrow_t, const void*)
TTSOAK_DELETE_1(_ZdaPvRKSt9nothrow_t, const void*)
TTSOAK_DELETE_1(_ZdlPvSt11align_val_t, size_t)
TTSOAK_DELETE_1(_ZdaPvSt11align_val_t, size_t)
TTSOAK_DELETE_2(_ZdlPvmSt11align_val_t, size_t, size_t)
TTSOAK_DELETE_2(_ZdaPvmSt11align_val_t, size_t, size_t)
TTSOAK_DELETE_2(_ZdlPvSt11align_val_tRKSt9nothrow_t, size_t, const void*)
TTSOAK_DELETE_2(_ZdaPvSt11align_val_tRKSt9nothrow_t, size_t, const void*)
