#include "harness/target/host_path.h"

#include <sys/stat.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace ttsoak {
namespace {

namespace fs = std::filesystem;

struct Mount {
  std::string device;  // "254:1"
  fs::path root;       // in the file system
  fs::path point;      // where it shows
};

// Blanks and backslashes come as three octal digits.
std::string unescape(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escaped = text[i] == '\\' && i + 3 < text.size() &&
                         text.find_first_not_of("01234567", i + 1) >= i + 4;
    plain += escaped ? static_cast<char>(std::stoi(text.substr(i + 1, 3), nullptr, 8)) : text[i];
    if (escaped) i += 3;
  }
  return plain;
}

// "36 35 98:0 /inside /outside rw,noatime ...", in the order of mounting.
std::vector<Mount> read_mounts(const std::string& process) {
  std::vector<Mount> mounts;
  std::ifstream file("/proc/" + process + "/mountinfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string id, parent, device, root, point;
    if (words >> id >> parent >> device >> root >> point) {
      mounts.push_back({device, unescape(root), unescape(point)});
    }
  }
  return mounts;
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
  const Mount* innermost = nullptr;
  const std::vector<Mount> theirs = read_mounts(process);
  for (const Mount& mount : theirs) {
    const bool is_deeper = innermost == nullptr || below(mount.point, innermost->point);
    if (is_deeper && below(path, mount.point)) innermost = &mount;
  }
  if (innermost == nullptr) return {};
  const fs::path inside = innermost->root / *below(path, innermost->point);
  for (const Mount& mount : read_mounts("self")) {
    if (mount.device != innermost->device) continue;
    const auto rest = below(inside, mount.root);
    if (!rest) continue;
    // Another mount may hide it.
    const fs::path here = (mount.point / *rest).lexically_normal();
    if (is_same_file(file, here)) return here;
  }
  return {};
}

}  // namespace ttsoak
