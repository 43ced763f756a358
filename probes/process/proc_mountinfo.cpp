#include "probes/process/proc_mountinfo.h"

#include <algorithm>
#include <array>
#include <optional>

#include "probes/process/proc_fields.h"

namespace ttsoak {
namespace {

constexpr std::array<std::string_view, 20> kRemoteTypes = {
    "9p",   "acfs",  "afs",   "autofs",    "beegfs", "ceph",   "cifs",
    "coda", "davfs", "gfs2",  "glusterfs", "gpfs",   "lustre", "ncpfs",
    "nfs",  "nfs4",  "ocfs2", "orangefs",  "smb3",   "smbfs"};

// The kernel writes blanks and backslashes in paths as three octal digits: "\040".
std::string unescape(std::string_view word) {
  std::string text;
  for (std::size_t at = 0; at < word.size(); ++at) {
    const auto code = word[at] == '\\' && at + 3 < word.size()
                          ? to_integer<unsigned char>(word.substr(at + 1, 3), 8)
                          : std::nullopt;
    text += code ? static_cast<char>(*code) : word[at];
    if (code) at += 3;
  }
  return text;
}

std::optional<Mount> parse_line(std::string_view line) {
  for (int i = 0; i < 2; ++i) take_word(line);  // ids of the mount and its parent
  Mount mount;
  mount.device = take_word(line);
  mount.root = unescape(take_word(line));
  mount.point = unescape(take_word(line));
  // Then options and any number of optional fields, up to a lone "-".
  std::string_view word = take_word(line);
  while (!word.empty() && word != "-") word = take_word(line);
  mount.type = take_word(line);
  take_word(line);  // what is mounted
  mount.options = take_word(line);
  if (mount.type.empty()) return std::nullopt;
  return mount;
}

}  // namespace

Result<std::vector<Mount>> parse_proc_mountinfo(std::string_view text) {
  std::vector<Mount> mounts;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    std::optional<Mount> mount = parse_line(line);
    if (!mount) return bad_field("type", "").with_context("line " + std::to_string(number));
    mounts.push_back(std::move(*mount));
  }
  return mounts;
}

bool is_below(std::string_view path, std::string_view folder) {
  if (folder == "/") return path.starts_with('/');
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

const Mount* mount_of(const std::vector<Mount>& mounts, std::string_view path) {
  const Mount* found = nullptr;
  for (const Mount& mount : mounts) {
    if (!is_below(path, mount.point)) continue;
    if (found == nullptr || mount.point.size() >= found->point.size()) found = &mount;
  }
  return found;
}

bool may_hang(const Mount& mount) {
  if (mount.type == "fuse.fuse-overlayfs" || mount.type == "fusectl") return false;
  return mount.type.starts_with("fuse") ||
         std::find(kRemoteTypes.begin(), kRemoteTypes.end(), mount.type) != kRemoteTypes.end();
}

}  // namespace ttsoak
