#pragma once

#include <stdint.h>

#include "probes/tracer/reply_file.h"

namespace ttsoak::tracer {

// Runs Python code in a dictionary of its own, which goes with it, and appends the text that it
// leaves under `result` to `reply`. It finds there: `modules` (sys.modules), the functions of
// paths.h, and the builtins. The collector does not run meanwhile, and is afterwards as it was.
//
// The code is ttsoak's own and `text_bytes` long, at the start of the mailbox's reply. Returns 0 or
// an errno: EINVAL it raised an exception or left no text; see Entry::failure().
int run_python_code(uint64_t text_bytes, ReplyFile& reply);

// gc.collect(). How many objects it found unreachable. Returns 0 or an errno, as above. It runs
// the program's finalisers, if it has some due.
int collect_garbage(uint64_t& collected);

}  // namespace ttsoak::tracer
