#include "harness/target/host_path.h"

#include <sys/stat.h>

#include <string>
#include <utility>
#include <vector>

#include "probes/process/proc_file.h"
#include "probes/process/proc_mountinfo.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;

// In the order of mounting; none if the process may not be looked into.
std::vector<Mount> read_mounts(const std::string& process) {
  Result<ProcFile> file = ProcFile::open("/proc/" + process + "/mountinfo");
  if (!file.ok()) return {};
  const Result<std::string_view> text = file.value().read();
  if (!text.ok()) return {};
  auto mounts = parse_proc_mountinfo(text.value());
  return mounts.ok() ? std::move(mounts).value() : std::vector<Mount>();
}

// What comes after `base` in `path`, if that lies below it; "." if it is the same.
std::optional<fs::path> below(const fs::path& path, const fs::path& base) {
  const fs::path relative = path.lexically_normal().lexically_relative(base);
  if (relative.empty() || *relative.begin() == "..") return std::nullopt;
  return relative;
}

bool is_same_file(const struct stat& file, const fs::path& path) {
  struct stat other {};
  return ::stat(path.c_str(), &other) == 0 && other.st_dev == file.st_dev &&
         other.st_ino == file.st_ino;
}

}  // namespace

std::optional<fs::path> host_path_of(pid_t pid, const fs::path& path) {
  const std::string process = std::to_string(pid);
  struct stat file {};
  if (::stat(("/proc/" + process + "/root" + path.string()).c_str(), &file) != 0) return {};
  const std::vector<Mount> theirs = read_mounts(process);
  const Mount* const innermost = mount_of(theirs, path.lexically_normal().string());
  if (innermost == nullptr) return {};
  const auto rest_of_path = below(path, innermost->point);
  if (!rest_of_path) return {};
  const fs::path inside = fs::path(innermost->root) / *rest_of_path;
  for (const Mount& mount : read_mounts("self")) {
    if (mount.device != innermost->device) continue;
    const auto rest = below(inside, mount.root);
    if (!rest) continue;
    // Another mount may hide it.
    const fs::path here = (fs::path(mount.point) / *rest).lexically_normal();
    if (is_same_file(file, here)) return here;
  }
  return {};
}

}  // namespace ttsoak
