#include "probes/inventory/open_resolved.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace ttsoak {

int open_resolved(int folder, const std::string& path, int flags, std::uint64_t resolve) {
  open_how how{};
  how.flags = static_cast<unsigned>(flags);
  how.resolve = resolve;
  const long fd = ::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how);
  if (fd >= 0) return static_cast<int>(fd);
  if (errno != ENOSYS && errno != EPERM) return -1;
  // An absolute path would leave the folder.
  const std::string below = "./" + path;
  return ::openat(folder, below.c_str(), flags | O_NOFOLLOW);
}

}  // namespace ttsoak
