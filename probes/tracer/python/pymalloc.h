#pragma once

namespace ttsoak::tracer {

// Both with the GIL, at a point where the interpreter can be called. What was found is said in
// the box.
void install_pymalloc_wrappers();
void check_pymalloc_wrappers();

}  // namespace ttsoak::tracer
