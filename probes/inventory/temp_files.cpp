#include "probes/inventory/temp_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <ctime>

namespace ttsoak {
namespace {

FileId id_of(const FileFacts& facts) { return {facts.device, facts.inode}; }

FileId id_of(const TempFolder& folder) {
  const auto facts = file_facts(folder.folder.get());
  return facts ? id_of(*facts) : FileId();
}

}  // namespace

FilesLeftBehind::FilesLeftBehind(std::vector<std::string> also,
                                 const std::vector<std::filesystem::path>& own,
                                 const WalkLimits& limits)
    : also_(std::move(also)), limits_(limits) {
  for (const std::filesystem::path& folder : own) {
    if (const auto facts = file_facts(AT_FDCWD, folder.c_str(), true)) own_.insert(id_of(*facts));
  }
}

void FilesLeftBehind::look_at(const std::vector<InventoryProcess>& processes, InventoryLook& look) {
  if (first_look_) first_look_s_ = std::time(nullptr);
  std::set<uid_t> users;
  std::vector<TempFolder> folders;
  for (const InventoryProcess& process : processes) {
    users.merge(users_of(*process.watch));
    for (TempFolder& folder : open_temp_folders(*process.watch, also_, look.notes)) {
      folders.push_back(std::move(folder));
    }
  }
  if (first_look_) {
    for (const TempFolder& folder : folders) folders_.insert(id_of(folder));
  }
  FolderWalk walk(limits_, own_);
  walk.walk(folders, [&](const FoundFile& file, const TempFolder& top) {
    if (first_look_) return remember(file);
    const bool may_be_old = first_look_cut_ || !folders_.contains(id_of(top));
    count(file, may_be_old, top.anyones ? nullptr : &users, look);
  });
  if (!walk.cut().empty()) look.notes.add("temporary files: not looked at: " + walk.cut());
  if (first_look_) first_look_cut_ = !walk.cut().empty();
  first_look_ = false;
}

void FilesLeftBehind::remember(const FoundFile& file) { before_[file.key] = file.facts.disk_bytes; }

void FilesLeftBehind::count(const FoundFile& file, bool may_be_old, const std::set<uid_t>* users,
                            InventoryLook& look) const {
  if (users != nullptr && !users->contains(file.facts.uid)) return;
  const auto old = before_.find(file.key);
  const bool is_new = old == before_.end();
  if (is_new && may_be_old && file.facts.changed_s < first_look_s_) return;
  const bool has_bytes = S_ISREG(file.facts.mode);
  const std::int64_t bytes = has_bytes ? file.facts.disk_bytes - (is_new ? 0 : old->second) : 0;
  if (!is_new && bytes <= 0) return;
  const auto kind = file.in_memory ? InventoryKind::shm_file : InventoryKind::temp_file;
  look.tally.add(-1, kind, file.name, bytes, is_new ? 1 : 0);
}

}  // namespace ttsoak
