#pragma once

#include <cstdint>
#include <string_view>

#include "probes/base/result.h"

namespace ttsoak {

// The open descriptors of a process, by kind. Counts.
struct FdCounts {
  std::int64_t file = 0;     // regular files and directories
  std::int64_t deleted = 0;  // files already unlinked, whose disk space lives on; not in `file`
  std::int64_t socket = 0;
  std::int64_t pipe = 0;
  std::int64_t other = 0;  // eventfd, epoll, inotify, devices, memfd...
};

// Adds the descriptor whose link in /proc/<pid>/fd reads `target` to its kind.
//
// Judged by the link alone, never by stat(): that would ask the file's own file system, and a
// dead network mount would hang the sampler. The price: a named pipe counts as a file, and so does
// a file whose real name ends in " (deleted)" count as deleted.
void count_fd(std::string_view target, FdCounts& counts);

// Counts what is open in the process whose /proc/<pid>/fd is open as `fd_directory`; it may be
// counted again and again. Descriptors that are closed while we look are not counted. A zombie has
// none: ask ProcessWatch::alive() as well.
//
// Errors: the process is gone, or its descriptors may not be read (EACCES).
Result<FdCounts> count_fds(int fd_directory);

}  // namespace ttsoak
