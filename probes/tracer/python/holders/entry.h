#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// The control thread's way into the interpreter: PyGILState_Ensure(), and never once the
// interpreter has begun to end. A thread that waits for the GIL then is freed under its feet; so
// the door opens only when the end is guarded (exit_guard.h), and the guard closes it and waits,
// without the GIL, until who is inside has come out.
class Entry {
 public:
  Entry();
  ~Entry();
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  // 0: this thread has the GIL. Else an errno: ENOSYS no interpreter that we know, EAGAIN its end
  // is not guarded yet, ESHUTDOWN it has begun to end, ENOTSUP it has sub-interpreters.
  [[nodiscard]] int failure() const { return failure_; }

 private:
  int failure_ = 0;
  int state_ = 0;
  bool is_counted_ = false;
};

// For the exit guard.
void close_entry();
bool is_entered();

// In a fork's child: the thread that was inside is not there.
void forget_entry();

}  // namespace ttsoak::tracer
