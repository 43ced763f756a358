#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// Two fields of _PyRuntime that move between releases are read out of the code of the exported
// functions that do nothing but return them. 0: the code is not of a known shape.

// Of _PyThreadState_UncheckedGet(), 3.8 to 3.11: where the state of the GIL's holder stands.
uintptr_t current_state_in(const void* function, uintptr_t runtime);

// Of PyGILState_GetThisThreadState(): where the thread-specific-storage key stands (Py_tss_t).
uintptr_t thread_key_in(const void* function, uintptr_t runtime);

}  // namespace ttsoak::tracer
