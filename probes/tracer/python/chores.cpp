#include "probes/tracer/python/chores.h"

#include <errno.h>

#include "probes/tracer/python/exit_guard.h"
#include "probes/tracer/python/pymalloc.h"
#include "probes/tracer/python/python_api.h"
#include "probes/tracer/sampler.h"
#include "probes/tracer/thread.h"

namespace ttsoak::tracer {
namespace {

uint32_t g_wanted = 0;  // bits of Chore
uint32_t g_is_asked = 0;
uint32_t g_is_settled = 0;
bool g_is_guarded = false;

bool is_wanted(uint32_t wanted, Chore chore) {
  return (wanted & static_cast<uint32_t>(chore)) != 0;
}

void guard_its_end() { __atomic_store_n(&g_is_guarded, install_exit_guard(), __ATOMIC_RELEASE); }

// A pending call: in the main thread, with the GIL.
int do_chores(void*) {
  const Quiet quiet(Mode::inside);
  __atomic_store_n(&g_is_asked, 0, __ATOMIC_RELAXED);
  const uint32_t wanted = __atomic_exchange_n(&g_wanted, 0, __ATOMIC_RELAXED);
  if (is_wanted(wanted, Chore::settle)) {
    guard_its_end();
    install_pymalloc_wrappers();
    __atomic_store_n(&g_is_settled, 1, __ATOMIC_RELEASE);
  }
  if (is_wanted(wanted, Chore::check)) {
    check_pymalloc_wrappers();
    if (!is_guarded()) guard_its_end();
  }
  return 0;
}

bool takes_calls(const Interpreter& python) {
  // Python 3.8 prints an error when it is asked after it has begun to end.
  constexpr uint32_t kFinishing38 = 600;  // _PyRuntime.ceval.pending.finishing
  if (python.version == 0x0308 && load<int32_t>(python.runtime + kFinishing38) != 0) return false;
  return python_api().Py_IsInitialized() != 0 &&
         load<uintptr_t>(python.runtime + python.at.finalizing) == 0 && !python.runs_many();
}

}  // namespace

void want_chore(Chore chore) {
  __atomic_fetch_or(&g_wanted, static_cast<uint32_t>(chore), __ATOMIC_RELAXED);
}

bool are_chores_wanted() { return __atomic_load_n(&g_wanted, __ATOMIC_RELAXED) != 0; }

void ask_for_chores(const Interpreter& python) {
  if (__atomic_load_n(&g_is_asked, __ATOMIC_RELAXED) != 0 || !takes_calls(python)) return;
  if (__atomic_exchange_n(&g_is_asked, 1, __ATOMIC_RELAXED) != 0) return;
  const int before = errno;
  const bool is_taken = python_api().Py_AddPendingCall(do_chores, nullptr) == 0;
  errno = before;
  if (!is_taken) __atomic_store_n(&g_is_asked, 0, __ATOMIC_RELAXED);  // the queue was full
}

bool is_guarded() { return __atomic_load_n(&g_is_guarded, __ATOMIC_ACQUIRE); }

bool is_settled() { return __atomic_load_n(&g_is_settled, __ATOMIC_ACQUIRE) != 0; }

void ask_again_after_fork() { __atomic_store_n(&g_is_asked, 0, __ATOMIC_RELAXED); }

}  // namespace ttsoak::tracer
