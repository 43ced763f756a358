#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/target/launched_process.h"
#include "probes/base/result.h"

namespace ttsoak {

// A directory of the host, or a volume, inside a container.
struct ContainerMount {
  std::string source;       // on the engine's host
  std::string destination;  // in the container
};

// What a container engine says of one container.
// Source: Docker Engine API, "Inspect a container"; Podman's compatible API answers alike.
struct Container {
  std::string id;  // 64 hexadecimal digits
  std::string name;
  std::string image;
  bool running = false;
  pid_t pid = 0;              // of its first process, as the engine's host counts; 0 = none
  bool oom_killed = false;    // by the kernel, for want of memory in its cgroup
  int exit_code = 0;          // of its last run; 128 + the signal that ended it
  std::string started_at;     // the start of its last run, as the engine writes times
  std::int64_t restarts = 0;  // by the engine, as its restart policy says
  std::int64_t memory_limit_bytes = -1;  // -1 = none of its own
  std::vector<ContainerMount> mounts;
};

// Reads the engine's answer. Errors: it is not JSON, or lacks what every engine tells.
Result<Container> parse_container(std::string_view json);

// How a container that was watched as `before` has ended, by what the engine says of it `now`:
// "was killed by the kernel's OOM killer (memory limit 512 MiB)", "ended and was restarted...".
ProcessEnd describe_container_end(const Container& before, const Container& now);

}  // namespace ttsoak
