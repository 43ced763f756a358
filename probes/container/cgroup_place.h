#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "probes/base/result.h"
#include "probes/process/proc_mountinfo.h"

namespace ttsoak {

// Where the memory cgroup of a process is.
struct CgroupPlace {
  int version = 2;
  std::filesystem::path mount;  // the top of what can be seen of the hierarchy
  std::string path;             // below it, "/" or "/a/b"

  // The folders from the cgroup itself up to the mount.
  [[nodiscard]] std::vector<std::filesystem::path> chain() const;
};

// The path of the cgroup that counts memory, from the text of /proc/<pid>/cgroup: that of the v1
// hierarchy with the memory controller if there is one, else that of v2. Relative to the cgroup
// namespace of whoever read it; "/../x" is outside of that. Empty if there is neither.
struct CgroupLine {
  int version = 2;
  std::string path;
};
CgroupLine parse_proc_cgroup(std::string_view text);

// Joins both: where `line` is found below one of `mounts`. `root` is put before the mounts' points.
// Errors: none of the mounts shows this cgroup.
Result<CgroupPlace> place_cgroup(const CgroupLine& line, const std::vector<Mount>& mounts,
                                 const std::filesystem::path& root);

// Finds the memory cgroup of `pid`: through our own mounts, which show the parents too; else, if it
// lies outside of our cgroup namespace, through those of the process.
// Errors: no such process; no memory cgroup; it is mounted nowhere.
Result<CgroupPlace> find_memory_cgroup(pid_t pid, const std::filesystem::path& proc = "/proc");

}  // namespace ttsoak
