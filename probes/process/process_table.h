#pragma once

#include <sys/types.h>

#include <map>

namespace ttsoak {

// The parent of every process that can be seen, zombies and kernel threads included: pid -> parent
// pid. Processes come and go while /proc is listed, so it is no single moment's picture.
std::map<pid_t, pid_t> read_parents();

}  // namespace ttsoak
