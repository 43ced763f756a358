#pragma once

#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// The entries of an open directory whose names are numbers: the processes in /proc, the threads in
// /proc/<pid>/task, the descriptors in /proc/<pid>/fd. In no particular order; read from the start
// at every call, so one descriptor serves again and again.
//
// Errors: the process is gone, or an I/O error.
Result<std::vector<int>> numbered_entries(int directory);

}  // namespace ttsoak
