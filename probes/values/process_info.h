#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "probes/base/clock.h"

namespace ttsoak {

// What a watched process is to the run.
enum class ProcessRole {
  root,    // the server itself: the process launched, named by --pid, or listening on the port
  child,   // a descendant of the root, of any depth
  ttsoak,  // ourselves, so that the record shows what watching cost
};

// One process seen during a run. (pid, start_ticks) is unique for as long as the machine is up;
// a pid alone is not. Everything else in the record refers to a process by `index`.
struct ProcessInfo {
  int index = 0;  // order of discovery, from 0
  pid_t pid = 0;
  pid_t parent_pid = 0;
  std::uint64_t start_ticks = 0;  // clock ticks since boot, field 22 of /proc/<pid>/stat
  ProcessRole role = ProcessRole::root;
  std::string command;  // argv joined by spaces; "[comm]" where argv is empty
  RunTime first_seen{0};
};

}  // namespace ttsoak
