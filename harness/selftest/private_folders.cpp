#include "harness/selftest/private_folders.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <string>

#include "probes/base/unique_fd.h"

namespace ttsoak {
namespace {

constexpr std::array<const char*, 3> kFolders = {"/tmp", "/var/tmp", "/dev/shm"};

// We stay who we are: user and group are mapped to themselves.
Status enter_user_namespace() {
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  if (::unshare(CLONE_NEWUSER) != 0) return errno_error("a user namespace");
  std::ofstream("/proc/self/setgroups") << "deny";
  const auto map = [](const char* file, unsigned id) {
    std::ofstream out(file);
    out << id << ' ' << id << " 1" << std::flush;
    return static_cast<bool>(out);
  };
  if (!map("/proc/self/uid_map", user) || !map("/proc/self/gid_map", group)) {
    return Error{"a user namespace: the map of users cannot be written"};
  }
  return std::nullopt;
}

bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const std::string rest = path.lexically_relative(folder).string();
  return !rest.empty() && !rest.starts_with("..");
}

struct Kept {
  std::filesystem::path path;
  UniqueFd directory;
};

Status show_again(const Kept& kept) {
  std::error_code error;
  std::filesystem::create_directories(kept.path, error);
  const std::string source = "/proc/self/fd/" + std::to_string(kept.directory.get());
  if (::mount(source.c_str(), kept.path.c_str(), nullptr, MS_BIND, nullptr) != 0) {
    return errno_error(kept.path.string());
  }
  return std::nullopt;
}

// Those that would be hidden. Opened in our own mount namespace: from another one nothing can be
// mounted.
std::vector<Kept> open_hidden(const std::vector<std::filesystem::path>& keep) {
  std::vector<Kept> kept;
  for (const std::filesystem::path& path : keep) {
    for (const char* folder : kFolders) {
      if (!lies_in(path, folder)) continue;
      UniqueFd directory(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));  // NOLINT
      if (directory.valid()) kept.push_back({path, std::move(directory)});
    }
  }
  return kept;
}

Status mount_all(const std::vector<Kept>& kept) {
  for (const char* folder : kFolders) {
    if (::access(folder, F_OK) != 0) continue;
    if (::mount("none", folder, "tmpfs", 0, "mode=1777") != 0) return errno_error(folder);
  }
  for (const Kept& one : kept) {
    if (Status error = show_again(one)) return error;
  }
  return std::nullopt;
}

}  // namespace

Status make_folders_private(const std::vector<std::filesystem::path>& keep) {
  if (::unshare(CLONE_NEWNS) != 0) {
    if (Status error = enter_user_namespace()) return error;
    if (::unshare(CLONE_NEWNS) != 0) return errno_error("a mount namespace");
  }
  // Or our mounts would be seen by everybody.
  if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return errno_error("/");
  Status error = mount_all(open_hidden(keep));
  if (error) {
    for (const char* folder : kFolders) ::umount2(folder, MNT_DETACH);
  }
  return error;
}

}  // namespace ttsoak
