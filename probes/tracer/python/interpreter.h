#pragma once

#include <pthread.h>
#include <stdint.h>

#include "probes/tracer/python/eval_range.h"
#include "probes/tracer/python/memory.h"
#include "probes/tracer/python/offsets.h"
#include "probes/tracer/python/thread_local_slot.h"

namespace ttsoak::tracer {

// What reading an interpreter's frames takes. Constant once published.
struct Interpreter {
  uint32_t version = 0;  // PY_VERSION_HEX >> 16
  Offsets at{};
  uintptr_t runtime = 0;        // &_PyRuntime
  uintptr_t current_state = 0;  // where the holder of the GIL stands; 3.8 to 3.11, else 0
  ThreadLocalSlot attached{};   // the calling thread's attached state; 3.12 on
  uintptr_t thread_key = 0;     // &_PyRuntime.autoTSSkey; 0 = unknown: no detached states
  void* (*thread_value)(pthread_key_t) = nullptr;
  uintptr_t code_type = 0, text_type = 0, bytes_type = 0;  // &PyCode_Type, ...
  EvalRange eval{};

  [[nodiscard]] bool runs_many() const {
    const uintptr_t head = runtime + at.interpreters_head;
    return load<uintptr_t>(head) != load<uintptr_t>(head + sizeof(uintptr_t));
  }
};

// Null until find_python() has found one that it knows.
const Interpreter* interpreter();

// The library that has the interpreter, for dlsym(). Valid once find_python() returned true;
// null: refused.
void* interpreter_library();

}  // namespace ttsoak::tracer
