#pragma once

#include <stdint.h>

#include "probes/tracer/reply_file.h"

namespace ttsoak::tracer {

// Takes stock of Python's containers: their lengths, who refers to them, how many objects there
// are of each type (blackbox/python_snapshot_layout.h), and appends it to `reply`. Enters the
// interpreter itself. Returns 0 or an errno; see Entry::failure().
int take_python_snapshot(ReplyFile& reply);

}  // namespace ttsoak::tracer
