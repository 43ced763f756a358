#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// Python frames, read from the interpreter's own structures: no GIL, no allocation, no call into
// the interpreter on the sampling path but Py_AddPendingCall, with which the interpreter is asked
// to have pymalloc wrapped (chores.h). CPython 3.8 to 3.14, and later ones that publish their
// offsets. Everything else is left alone: native frames only, said once in the box's note.

// Looks for an interpreter in this process. Called at start-up and, until it returns true, again
// from the control thread (an embedding program may load libpython late). True: settled, found or
// refused.
bool find_python();

// Has the interpreter look, after the next sample, whether the wrappers are still there; the box
// says so if not. Every second or so; any thread.
void check_pymalloc();

// Replaces the interpreter's C frames among `ips` (return addresses, innermost first; `complete`
// if they reach the thread's start) by the Python frames of the calling thread, as
// blackbox::FrameNode::frame values, innermost first. Writes at most `capacity` of them and
// returns how many. Without an interpreter it copies `ips`.
uint32_t merge_python_frames(const uintptr_t* ips, uint32_t count, bool complete, uint64_t* frames,
                             uint32_t capacity);

// In a fork's child: forgets what was known of code objects, whose table is new.
void reset_python_after_fork();

}  // namespace ttsoak::tracer
