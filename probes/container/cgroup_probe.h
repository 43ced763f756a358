#pragma once

#include <sys/types.h>

#include <filesystem>

#include "probes/base/result.h"
#include "probes/container/cgroup_place.h"
#include "probes/values/cgroup_sample.h"

namespace ttsoak {

// Reads what the kernel charges to the cgroup of a process: its own, or the nearest parent that
// counts memory. Found once: a process that is moved later is still judged by the old one.
//
// With v1 "limit" takes in parents that cannot be seen from here; with v2, inside a container, it
// does not: the kernel hides them. Sources: kernel documentation, admin-guide/cgroup-v2 and
// admin-guide/cgroup-v1/memory.
class CgroupProbe {
 public:
  // Errors: those of find_memory_cgroup(); and where memory is counted for no cgroup, because the
  // process is in the root one of v2.
  static Result<CgroupProbe> open(pid_t pid, const std::filesystem::path& proc = "/proc");

  // Everything but CgroupSample::cycle and ::at. Errors: the cgroup has been removed.
  [[nodiscard]] Result<CgroupSample> read() const;

  [[nodiscard]] const CgroupPlace& place() const { return place_; }

 private:
  explicit CgroupProbe(CgroupPlace place) : place_(std::move(place)) {}

  CgroupPlace place_;
};

}  // namespace ttsoak
