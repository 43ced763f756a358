#include "probes/tracer/python/thread_state.h"

namespace ttsoak::tracer {
namespace {

uint32_t g_detached_is_open = 0;
uint32_t g_detached_readers = 0;

// The thread's first state (3.8 to 3.11) or its last attached one (3.12 on), attached or not.
// Read afresh every time: a fork makes a new key.
uintptr_t remembered_state(const Interpreter& python) {
  if (python.thread_key == 0 || load<int32_t>(python.thread_key) == 0) return 0;
  const auto key = load<pthread_key_t>(python.thread_key + sizeof(int32_t));
  return reinterpret_cast<uintptr_t>(python.thread_value(key));
}

bool is_of_this_thread(const Interpreter& python, uintptr_t state) {
  return load<uintptr_t>(state + python.at.state_thread_id) == pthread_self();
}

uintptr_t attached_state(const Interpreter& python, uintptr_t remembered) {
  if (python.attached.where != ThreadLocalSlot::Where::nowhere) {
    return read_thread_local(python.attached);
  }
  // Whoever holds the GIL. If it is not us, its owner may free it at any moment.
  const auto holder = load<uintptr_t>(python.current_state);
  if (holder == 0) return 0;
  if (holder == remembered) return is_of_this_thread(python, holder) ? holder : 0;
  if (!python.runs_many()) return 0;
  // Ours nevertheless, if we are in a sub-interpreter.
  uintptr_t thread = 0;
  const bool is_ours =
      read_carefully(holder + python.at.state_thread_id, thread) && thread == pthread_self();
  return is_ours ? holder : 0;
}

bool may_read_detached(const Interpreter& python) {
  if (__atomic_load_n(&g_detached_is_open, __ATOMIC_SEQ_CST) == 0) return false;
  if (load<uintptr_t>(python.runtime + python.at.finalizing) != 0) return false;
  // Up to 3.11 a thread's remembered state is not that of the sub-interpreter that it is in.
  return python.current_state == 0 || !python.runs_many();
}

}  // namespace

OwnState::OwnState(const Interpreter& python) {
  const uintptr_t remembered = remembered_state(python);
  address_ = attached_state(python, remembered);
  if (address_ != 0 || remembered == 0) return;
  is_detached_ = true;
  __atomic_fetch_add(&g_detached_readers, 1, __ATOMIC_SEQ_CST);
  if (may_read_detached(python) && is_of_this_thread(python, remembered)) address_ = remembered;
}

OwnState::~OwnState() {
  if (is_detached_) __atomic_fetch_sub(&g_detached_readers, 1, __ATOMIC_RELEASE);
}

bool is_found_where_expected(const Interpreter& python, uintptr_t state) {
  return remembered_state(python) == state;
}

void open_detached_states() { __atomic_store_n(&g_detached_is_open, 1, __ATOMIC_SEQ_CST); }

void close_detached_states() { __atomic_store_n(&g_detached_is_open, 0, __ATOMIC_SEQ_CST); }

bool are_detached_states_read() {
  return __atomic_load_n(&g_detached_readers, __ATOMIC_SEQ_CST) != 0;
}

void forget_detached_readers() { __atomic_store_n(&g_detached_readers, 0, __ATOMIC_SEQ_CST); }

}  // namespace ttsoak::tracer
