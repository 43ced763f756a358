#pragma once

#include <cstdint>
#include <string>

#include "probes/base/clock.h"

namespace ttsoak {

// What the kernel charges to the target's memory cgroup. -1 = not told by this version of cgroups.
struct CgroupSample {
  int cycle = 0;  // the cycle just ended; 0 = before the first request
  RunTime at{0};
  int version = 2;   // of cgroups: 1 or 2
  std::string path;  // below the cgroup mount
  std::int64_t current_bytes = 0;
  std::int64_t peak_bytes = -1;
  std::int64_t limit_bytes = -1;   // the lowest of it and its parents; -1 = none
  std::int64_t anon_bytes = -1;    // memory of programs
  std::int64_t file_bytes = -1;    // page cache, without shmem: given back under pressure
  std::int64_t shmem_bytes = -1;   // tmpfs, shared memory
  std::int64_t kernel_bytes = -1;  // slabs, page tables, kernel stacks, socket buffers
  std::int64_t oom_kills = -1;     // so far
  std::int64_t limit_hits = -1;    // how often an allocation met the limit, so far
  double pressure_percent = -1;    // PSI memory `some avg10`
};

}  // namespace ttsoak
