#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// The code of the interpreter's evaluation function, _PyEval_EvalFrameDefault: on the stack it
// stands for the Python frames that it runs. Profile-guided builds (Debian's) move its unlikely
// half elsewhere, under no name of its own.
struct EvalRange {
  uintptr_t hot_begin = 0, hot_end = 0;
  uintptr_t cold_begin = 0, cold_end = 0;

  // `address` is a return address: the call before it counts, as it may be the last instruction.
  [[nodiscard]] bool has_call_at(uintptr_t address) const {
    const uintptr_t call = address - 1;
    return (call >= hot_begin && call < hot_end) || (call >= cold_begin && call < cold_end);
  }
};

// Takes the loader's lock: not on the sampling path. False: the function's size is not known.
bool find_eval_range(void* function, EvalRange& range);

}  // namespace ttsoak::tracer
