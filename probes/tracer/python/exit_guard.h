#pragma once

namespace ttsoak::tracer {

// Arranges to be told before the interpreter ends, when it still runs normally, and lets detached
// thread states be read until then. With the GIL, where the interpreter can be called. If it cannot
// be arranged, they never are read.
void install_exit_guard();

}  // namespace ttsoak::tracer
