#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// The process that listens on TCP port `port`, at any local address, IPv4 or IPv6. Where several
// share the socket, as prefork workers do, the topmost ancestor among them.
//
// Looks through the descriptors of all processes: tens of milliseconds; for start-up only.
//
// Errors, each with its remedy: nobody listens; the owner cannot be seen without root, or lives in
// another network namespace; unrelated processes listen; the owner is docker-proxy, which only
// forwards to the server.
Result<pid_t> find_listener(std::uint16_t port);

// Those of `processes` (pid -> parent pid) that have no ancestor among them. `parents` gives the
// parent of any other process on the way; a process it lacks is a root.
std::vector<pid_t> topmost(const std::vector<pid_t>& processes,
                           const std::map<pid_t, pid_t>& parents);

}  // namespace ttsoak
