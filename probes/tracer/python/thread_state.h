#pragma once

#include <stdint.h>

#include "probes/tracer/python/interpreter.h"

namespace ttsoak::tracer {

// The PyThreadState of the calling thread, if it may be read now, for as long as this lives.
//
// Attached (this thread holds the GIL): nobody else can end it. Detached (the GIL is released,
// around most of the large allocations of numerical libraries): a thread's frames are changed by
// that thread only, and it is here. But an interpreter that ends frees the states of its daemon
// threads, so detached states are read only between open_detached_states() and
// close_detached_states().
class OwnState {
 public:
  explicit OwnState(const Interpreter& python);
  ~OwnState();
  OwnState(const OwnState&) = delete;
  OwnState& operator=(const OwnState&) = delete;

  // The PyThreadState; 0: there is none, or it must not be read.
  [[nodiscard]] uintptr_t address() const { return address_; }
  // This thread has the GIL.
  [[nodiscard]] bool is_attached() const { return address_ != 0 && !is_detached_; }

 private:
  uintptr_t address_ = 0;
  bool is_detached_ = false;
};

// Is `state`, known to be the calling thread's, where this thread's state is looked for?
bool is_found_where_expected(const Interpreter& python, uintptr_t state);

// From now on the end of the interpreter will be announced.
void open_detached_states();

// The interpreter is about to end. Nobody starts to read a detached state any more.
void close_detached_states();

// Is somebody still reading one?
bool are_detached_states_read();

// In a fork's child: readers in other threads are gone.
void forget_detached_readers();

}  // namespace ttsoak::tracer
