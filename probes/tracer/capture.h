#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// Opens libunwind for ourselves alone and warms it up. At start-up. Null, or why not.
const char* prepare_capture();

// The id of the calling thread's stack, from the first frame outside the tracer on; 0 = unknown.
// Takes no lock of ours; libunwind and the loader take theirs where a frame is new.
uint32_t capture_stack();

// True for code of libunwind: what it maps (caches, one for each thread) is the tracer's price.
bool is_unwinder(const void* code);

// After a library was closed: what libunwind remembers of its code is wrong.
void forget_unwind_caches();

// Around fork(): no thread may be inside libunwind or the loader's locks when the process is
// copied, or the child could wait for ever for a lock whose owner does not exist there.
void hold_captures();     // waits for running captures, some milliseconds at most
void release_captures();  // in the parent and in the child

// In the child: captures that were under way in other threads are gone.
void reset_captures_after_fork();

}  // namespace ttsoak::tracer
