#include "probes/process/fd_table.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <string>

#include "probes/process/proc_directory.h"

namespace ttsoak {

void count_fd(std::string_view target, FdCounts& counts) {
  const auto starts_with = [target](std::string_view prefix) { return target.starts_with(prefix); };
  if (starts_with("socket:")) {
    ++counts.socket;
  } else if (starts_with("pipe:")) {
    ++counts.pipe;
  } else if (!starts_with("/") || starts_with("/memfd:") ||
             (starts_with("/dev/") && !starts_with("/dev/shm/"))) {
    ++counts.other;
  } else if (target.ends_with(" (deleted)")) {
    ++counts.deleted;
  } else {
    ++counts.file;
  }
}

Result<FdCounts> count_fds(int fd_directory) {
  const Result<std::vector<int>> fds = numbered_entries(fd_directory);
  if (!fds.ok()) return fds.error().with_context("fd");

  FdCounts counts;
  std::array<char, PATH_MAX> target;
  for (const int fd : fds.value()) {
    const std::string name = std::to_string(fd);
    const ssize_t length = ::readlinkat(fd_directory, name.c_str(), target.data(), target.size());
    if (length >= 0) {
      count_fd({target.data(), static_cast<std::size_t>(length)}, counts);
    } else if (errno == ENAMETOOLONG) {
      ++counts.file;               // only paths get that long
    } else if (errno != ENOENT) {  // ENOENT: closed since it was listed
      return errno_error("fd/" + name);
    }
  }
  return counts;
}

}  // namespace ttsoak
