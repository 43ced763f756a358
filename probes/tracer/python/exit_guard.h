#pragma once

namespace ttsoak::tracer {

// Arranges to be told before the interpreter ends, when it still runs normally, and lets detached
// thread states be read until then. With the GIL, where the interpreter can be called. False: not
// yet, since the program has not imported atexit so far (logging, weakref.finalize and thread pools
// do); they are not read meanwhile.
bool install_exit_guard();

}  // namespace ttsoak::tracer
