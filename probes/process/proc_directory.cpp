#include "probes/process/proc_directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "probes/process/proc_fields.h"

namespace ttsoak {
namespace {

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

}  // namespace

Result<std::vector<int>> numbered_entries(int directory) {
  // fdopendir() keeps the descriptor it is given, and `directory` is the caller's.
  const int copy = ::fcntl(directory, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return errno_error("directory");
  const std::unique_ptr<DIR, CloseDirectory> stream(::fdopendir(copy));
  if (!stream) {
    const Error error = errno_error("directory");
    ::close(copy);
    return error;
  }
  ::rewinddir(stream.get());  // the copy shares its position with the last look

  std::vector<int> numbers;
  bool any_entry = false;
  while (true) {
    errno = 0;
    const dirent* const entry = ::readdir(stream.get());
    if (entry == nullptr && errno != 0) return errno_error("directory");
    if (entry == nullptr) break;
    any_entry = true;
    if (const auto number = to_integer<int>(entry->d_name)) numbers.push_back(*number);
  }
  // The C library turns the kernel's "no such process" into an ordinary end; but the directories
  // of a process that is there hold at least "." and "..".
  if (!any_entry) return Error{"directory: the process is gone"};
  return numbers;
}

}  // namespace ttsoak
