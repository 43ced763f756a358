#include "probes/container/cgroup_place.h"

#include <algorithm>

#include "probes/process/proc_file.h"

namespace ttsoak {
namespace {

// Whether `list`, words with commas between, has `word`.
bool has_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::string_view first = list.substr(0, list.find(','));
    if (first == word) return true;
    list.remove_prefix(std::min(first.size() + 1, list.size()));
  }
  return false;
}

Result<std::string> read_text(const std::filesystem::path& path) {
  Result<ProcFile> file = ProcFile::open(path);
  if (!file.ok()) return file.error();
  const Result<std::string_view> text = file.value().read();
  if (!text.ok()) return text.error();
  return std::string(text.value());
}

Result<CgroupPlace> place_through(const CgroupLine& line, const std::filesystem::path& mountinfo,
                                  const std::filesystem::path& root) {
  const Result<std::string> text = read_text(mountinfo);
  if (!text.ok()) return text.error();
  const Result<std::vector<Mount>> mounts = parse_proc_mountinfo(text.value());
  if (!mounts.ok()) return mounts.error().with_context(mountinfo.string());
  return place_cgroup(line, mounts.value(), root);
}

}  // namespace

std::vector<std::filesystem::path> CgroupPlace::chain() const {
  std::vector<std::filesystem::path> folders;
  std::filesystem::path below = std::filesystem::path(path).relative_path();
  for (; !below.empty(); below = below.parent_path()) folders.push_back(mount / below);
  folders.push_back(mount);
  return folders;
}

CgroupLine parse_proc_cgroup(std::string_view text) {
  CgroupLine found;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    // "hierarchy:controllers:path"; a path may have colons, the controllers have none.
    const std::size_t first = line.find(':');
    const std::size_t second = first == line.npos ? line.npos : line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string path(line.substr(second + 1));
    if (has_word(controllers, "memory")) return {1, path};
    if (controllers.empty() && line.starts_with("0:")) found = {2, path};
  }
  return found;
}

Result<CgroupPlace> place_cgroup(const CgroupLine& line, const std::vector<Mount>& mounts,
                                 const std::filesystem::path& root) {
  for (const Mount& mount : mounts) {
    const bool fits = line.version == 2
                          ? mount.type == "cgroup2"
                          : mount.type == "cgroup" && has_word(mount.options, "memory");
    if (!fits || !is_below(line.path, mount.root)) continue;
    std::string below = mount.root == "/" ? line.path : line.path.substr(mount.root.size());
    // Outside of the namespace: "/.." of a mount's own top is that top, and not what is meant.
    if (is_below(below, "/..")) continue;
    if (below.empty()) below += '/';
    const std::filesystem::path point = root / std::filesystem::path(mount.point).relative_path();
    return CgroupPlace{line.version, point, below};
  }
  return Error{"cgroup " + line.path + ": not mounted where it can be seen"};
}

Result<CgroupPlace> find_memory_cgroup(pid_t pid, const std::filesystem::path& proc) {
  const std::filesystem::path process = proc / std::to_string(pid);
  const Result<std::string> text = read_text(process / "cgroup");
  if (!text.ok()) return text.error();
  const CgroupLine line = parse_proc_cgroup(text.value());
  if (line.path.empty()) {
    return Error{(process / "cgroup").string() + ": no cgroup counts memory here"};
  }
  Result<CgroupPlace> ours = place_through(line, proc / "self" / "mountinfo", "/");
  if (ours.ok()) return ours;
  Result<CgroupPlace> theirs = place_through(line, process / "mountinfo", process / "root");
  return theirs.ok() ? theirs : ours;
}

}  // namespace ttsoak
