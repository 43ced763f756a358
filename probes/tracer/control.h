#pragma once

namespace ttsoak::tracer {

// The one thread of ours in the target. It sleeps on a futex in the black box, answers ttsoak's
// requests and prepares Python's interpreter. All signals are blocked in it.

void start_control_thread();

// Ends it and waits for it: a process that forks with a second thread running is warned of by
// Python 3.12, and rightly. It comes back by itself some time later.
void stop_control_thread();

// Asks for it to be started from the sampling path, a second from now.
void want_control_thread();
void start_wanted_control_thread();

// In the child of a fork: it is not there.
void forget_control_thread();

}  // namespace ttsoak::tracer
