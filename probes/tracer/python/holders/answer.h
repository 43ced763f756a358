#pragma once

#include <stdint.h>

#include "probes/blackbox/layout.h"

namespace ttsoak::tracer {

// Answers the commands that ask Python's interpreter; see snapshot.h and run_code.h. The reply of
// python_collect is a number in the mailbox, those of the others are files (reply_file.h).
int answer_python(blackbox::Command command, uint64_t argument, uint64_t& reply_bytes);

}  // namespace ttsoak::tracer
