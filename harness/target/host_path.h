#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>

namespace ttsoak {

// Where a directory or file that a process sees at `path` lies for us, by the mount tables of both
// (man 5 proc_pid_mountinfo). Unlike /proc/<pid>/root this outlives the process: black boxes in a
// directory of the host that is mounted into a container are there when the container is not.
//
// Nothing if it is not there, or nowhere to be seen from here.
std::optional<std::filesystem::path> host_path_of(pid_t pid, const std::filesystem::path& path);

}  // namespace ttsoak
