#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "probes/base/result.h"
#include "probes/base/unique_fd.h"

namespace ttsoak {

// One file under /proc/<pid>/, opened once and re-read at every sample.
//
// Holding the descriptor, rather than the path, is what makes a pid safe to sample for hours:
// the descriptor stays bound to the process it was opened for, so after that process dies reads
// fail with ESRCH even if the kernel has given the same pid to a newcomer.
//
// One thread at a time.
class ProcFile {
 public:
  // Errors: the file does not exist or may not be read (another user's process).
  static Result<ProcFile> open(const std::filesystem::path& path);

  // The same, for `name` in the open directory /proc/<pid>; `directory_path` is for messages only.
  // Files opened through one directory descriptor all belong to one process, whatever becomes of
  // its pid meanwhile.
  static Result<ProcFile> open_in(int directory, const std::filesystem::path& directory_path,
                                  const char* name);

  // The whole current content. The view is valid until the next read() or the end of *this.
  // Errors: the process is gone (ESRCH) or an I/O error.
  Result<std::string_view> read();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  ProcFile(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}

  UniqueFd fd_;
  std::string path_;    // for error messages only
  std::string buffer_;  // reused, so that steady-state sampling allocates nothing
};

}  // namespace ttsoak
