#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "probes/inventory/folder_walk.h"
#include "probes/inventory/inventory_look.h"

namespace ttsoak {

// Counts what is new in the target's temporary folders since the first look, by clustered path:
// files and, with a "/" at the end, folders. Files on tmpfs, which take memory, are a kind of their
// own.
//
// Bytes: what new files take, and what older ones have grown by. In the folders that every program
// uses only files of the target's users count; in configured ones all. Other programs of the same
// user cannot be told from the target: their files count too.
class FilesLeftBehind {
 public:
  // `also`: further folders, as the target sees them. `own`: ttsoak's, as we see them; left out.
  FilesLeftBehind(std::vector<std::string> also, const std::vector<std::filesystem::path>& own,
                  const WalkLimits& limits = {});

  // The first call counts nothing: it is what later ones are compared with.
  void look_at(const std::vector<InventoryProcess>& processes, InventoryLook& look);

 private:
  void remember(const FoundFile& file);
  void count(const FoundFile& file, bool may_be_old, const std::set<uid_t>* users,
             InventoryLook& look) const;

  std::vector<std::string> also_;
  std::set<FileId> own_;
  WalkLimits limits_;
  bool first_look_ = true;
  bool first_look_cut_ = false;
  std::int64_t first_look_s_ = 0;                           // by the wall clock, as ctime is
  std::set<FileId> folders_;                                // looked at the first time
  std::unordered_map<std::uint64_t, std::int64_t> before_;  // FoundFile::key to disk bytes
};

}  // namespace ttsoak
