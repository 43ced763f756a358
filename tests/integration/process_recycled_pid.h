#pragma once

#include <sys/types.h>

namespace ttsoak {

// Forks a child with the free pid `pid`, which then waits to be killed. -1 if the kernel does not
// let us choose (Linux < 5.5, or neither root nor CAP_CHECKPOINT_RESTORE).
pid_t fork_with_pid(pid_t pid);

}  // namespace ttsoak
