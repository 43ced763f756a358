#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// One mount, as a process sees it.
struct Mount {
  std::string root;     // what of its file system is mounted: "/", or the folder of a bind mount
  std::string point;    // where, below the root of the process that was asked
  std::string type;     // "ext4", "tmpfs", "cgroup2", "fuse.sshfs"
  std::string options;  // of the file system; of cgroup v1 they name the controllers
  std::string device = {};  // of the file system: "254:1"
};

// The mounts in the text of /proc/<pid>/mountinfo, in the kernel's order: of two at one point the
// later one is seen. Source: man 5 proc, section /proc/pid/mountinfo.
//
// Errors: a line is cut short; the message names it.
Result<std::vector<Mount>> parse_proc_mountinfo(std::string_view text);

// The mount that `path` (absolute, without "..") lies on; null if there is none.
const Mount* mount_of(const std::vector<Mount>& mounts, std::string_view path);

// Whether asking this file system may take for ever, because another machine or a program has to
// answer: NFS, SMB, FUSE and the like. fuse-overlayfs, on which rootless containers live, is not
// counted: without it, nothing in such a container runs either.
bool may_hang(const Mount& mount);

// Whether `path` is `folder` or lies below it.
bool is_below(std::string_view path, std::string_view folder);

}  // namespace ttsoak
