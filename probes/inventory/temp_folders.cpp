#include "probes/inventory/temp_folders.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "probes/inventory/open_resolved.h"
#include "probes/inventory/target_mounts.h"
#include "probes/process/proc_fields.h"
#include "probes/process/proc_file.h"

namespace ttsoak {
namespace {

std::string read_text(int directory, const char* name) {
  Result<ProcFile> file = ProcFile::open_in(directory, "", name);
  if (!file.ok()) return {};
  const Result<std::string_view> text = file.value().read();
  return text.ok() ? std::string(text.value()) : std::string();
}

std::string without_slashes_at_end(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace

std::vector<std::string> temp_variables(std::string_view environ) {
  constexpr std::array<std::string_view, 4> kNames = {
      "TMPDIR=", "TEMP=", "TMP=", "GRADIO_TEMP_DIR="};
  std::vector<std::string> folders;
  while (!environ.empty()) {
    const std::string_view entry = environ.substr(0, environ.find('\0'));
    environ.remove_prefix(std::min(entry.size() + 1, environ.size()));
    for (const std::string_view name : kNames) {
      if (entry.starts_with(name) && entry.substr(name.size()).starts_with('/')) {
        folders.emplace_back(entry.substr(name.size()));
      }
    }
  }
  return folders;
}

std::vector<TempFolder> open_temp_folders(const ProcessWatch& process,
                                          const std::vector<std::string>& also,
                                          InventoryNotes& notes) {
  const UniqueFd root(::openat(process.directory(), "root", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root.valid()) {
    notes.add_refusal("temporary files of process " + std::to_string(process.identity().pid));
    return {};
  }
  const std::vector<Mount> mounts = target_mounts(process.directory());
  std::vector<std::string> paths = also;
  for (std::string& path : temp_variables(read_text(process.directory(), "environ"))) {
    paths.push_back(std::move(path));
  }
  paths.insert(paths.end(), {"/tmp", "/dev/shm", "/var/tmp"});

  // As if the target's root were "/": an absolute link inside a container leads into the container.
  constexpr int kFlags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  constexpr std::uint64_t kInside = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  std::vector<TempFolder> folders;
  for (std::size_t place = 0; place < paths.size(); ++place) {
    const std::string path = without_slashes_at_end(paths[place]);
    if (const Mount* const mount = mount_of(mounts, path); mount != nullptr && may_hang(*mount)) {
      notes.add(path + ": not looked at, because " + mount->type + " may hang");
      continue;
    }
    TempFolder folder{UniqueFd(open_resolved(root.get(), path, kFlags, kInside)), path, {}, false};
    if (!folder.folder.valid()) continue;
    folder.anyones = place < also.size();
    for (const Mount& mount : mounts) {
      if (may_hang(mount) && is_below(mount.point, path)) folder.skip.push_back(mount.point);
    }
    folders.push_back(std::move(folder));
  }
  return folders;
}

std::set<uid_t> users_of(const ProcessWatch& process) {
  const std::string status = read_text(process.directory(), "status");
  constexpr std::string_view kLine = "\nUid:";
  const std::size_t at = status.find(kLine);
  if (at == status.npos) return {};
  std::string_view rest = std::string_view(status).substr(at + kLine.size());
  rest = rest.substr(0, rest.find('\n'));
  std::set<uid_t> users;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    if (const auto user = to_integer<uid_t>(word)) users.insert(*user);
  }
  return users;
}

}  // namespace ttsoak
