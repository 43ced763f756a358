#pragma once

namespace ttsoak::tracer {

// From the sampling path, now and then: what must be done from a thread of the target because
// there is nobody else (start the control thread again after a fork).
void run_errands();

}  // namespace ttsoak::tracer
