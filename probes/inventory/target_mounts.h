#pragma once

#include <vector>

#include "probes/process/proc_mountinfo.h"

namespace ttsoak {

// The mounts as the process sees them whose /proc/<pid> is open as `directory`; none if they may
// not be read.
std::vector<Mount> target_mounts(int directory);

}  // namespace ttsoak
