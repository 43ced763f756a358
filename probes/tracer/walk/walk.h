#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// Command::walk: lists the heap into the reply file (heap_walk.h), an outline into the mailbox. In
// the control thread, which holds one arena at a time, and only for as long as listing it takes.
// `argument`: bits of kWalkOutline. Returns 0 or an errno, of the reply file; why a heap was not
// walked is in the reply.
int answer_walk(uint64_t argument, uint64_t& reply_bytes);

}  // namespace ttsoak::tracer
