#pragma once

namespace ttsoak::tracer {

// Writes the libraries of this process into the box, as far as they are new since the last call.
// Cheap when there are none.
void record_modules();

// In the child of a fork: the box is new, so all are.
void reset_modules_after_fork();

}  // namespace ttsoak::tracer
