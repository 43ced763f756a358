#include "probes/tracer/python/holders/entry.h"

#include <errno.h>

#include "probes/tracer/python/chores.h"
#include "probes/tracer/python/holders/calls.h"
#include "probes/tracer/python/interpreter.h"

namespace ttsoak::tracer {
namespace {

uint32_t g_is_closed = 0;
uint32_t g_inside = 0;

bool is_closed() { return __atomic_load_n(&g_is_closed, __ATOMIC_SEQ_CST) != 0; }

int reason_to_stay_out() {
  const Interpreter* const python = interpreter();
  if (python == nullptr || python->version < 0x0309 || holder_calls() == nullptr) return ENOSYS;
  if (is_closed()) return ESHUTDOWN;
  if (!is_guarded()) return EAGAIN;
  return python->runs_many() ? ENOTSUP : 0;
}

}  // namespace

Entry::Entry() {
  failure_ = reason_to_stay_out();
  if (failure_ != 0) return;
  is_counted_ = true;
  __atomic_fetch_add(&g_inside, 1, __ATOMIC_SEQ_CST);
  // From here on the guard waits for us; if it came before, it may not.
  if (is_closed()) {
    failure_ = ESHUTDOWN;
    return;
  }
  state_ = holder_calls()->PyGILState_Ensure();
  if (!is_closed()) return;
  holder_calls()->PyGILState_Release(state_);
  failure_ = ESHUTDOWN;
}

Entry::~Entry() {
  if (failure_ == 0) holder_calls()->PyGILState_Release(state_);
  if (is_counted_) __atomic_fetch_sub(&g_inside, 1, __ATOMIC_SEQ_CST);
}

void close_entry() { __atomic_store_n(&g_is_closed, 1, __ATOMIC_SEQ_CST); }
bool is_entered() { return __atomic_load_n(&g_inside, __ATOMIC_SEQ_CST) != 0; }
void forget_entry() { __atomic_store_n(&g_inside, 0, __ATOMIC_SEQ_CST); }

}  // namespace ttsoak::tracer
