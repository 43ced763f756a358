#pragma once

#include <stdint.h>

#include "probes/blackbox/layout.h"

namespace ttsoak::tracer {

// What ttsoak asks of the allocator, done in the control thread. Writes the reply into the box and
// its length into `reply_bytes`. Returns 0 or an errno (ENOSYS: this allocator cannot).
int answer_command(blackbox::Command command, uint64_t argument, uint64_t& reply_bytes);

}  // namespace ttsoak::tracer
