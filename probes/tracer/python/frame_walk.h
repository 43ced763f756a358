#pragma once

#include <stdint.h>

#include "probes/tracer/python/interpreter.h"

namespace ttsoak::tracer {

struct PythonFrame {
  uintptr_t code = 0;     // PyCodeObject; 0: none to show
  int32_t position = -1;  // lasti: bytes into the code; -1 = not started
  // The C frame of the evaluation function that ran this one ran no frame before it: the next
  // Python frame belongs to the next such C frame.
  bool ends_group = false;
};

// The Python frames of a thread state, innermost first. Stops at whatever does not look like one.
//
// One C frame of the evaluation function runs one Python frame up to 3.10; later, a group of them:
// up to an "entry" frame (3.11) or to a frame without code that lies on the C stack (3.12 on).
class FrameWalk {
 public:
  FrameWalk(const Interpreter& python, uintptr_t state);

  // False: no more.
  bool next(PythonFrame& frame);

 private:
  void read_old(PythonFrame& frame) const;
  bool read_new(PythonFrame& frame) const;

  const Interpreter& python_;
  uintptr_t frame_ = 0;
  uint32_t left_ = 4096;  // a chain that is longer is taken for a loop
};

}  // namespace ttsoak::tracer
