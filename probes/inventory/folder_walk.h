#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "probes/inventory/file_facts.h"
#include "probes/inventory/temp_folders.h"

namespace ttsoak {

// How much is looked at in one walk through all folders.
struct WalkLimits {
  int depth = 6;
  std::size_t entries = 100'000;
  std::chrono::milliseconds time{1000};
};

using FileId = std::pair<std::uint64_t, std::uint64_t>;  // device, inode

// What a walk comes across: a file of any type or a folder.
struct FoundFile {
  FileFacts facts;
  std::string name;        // clustered path as the target sees it; of a folder with "/" at the end
  std::uint64_t key = 0;   // of device, inode and name
  bool in_memory = false;  // on tmpfs
};

// Looks through folders, each once, however many ways lead there; level by level, so that a walk
// that is cut has missed what lies deep and not what comes late.
//
// Opens nothing but folders, and those without following links; asks nothing that may hang. A file
// is known again by FoundFile::key, which takes in its name: a file system gives the inode of a
// removed file to the next one.
class FolderWalk {
 public:
  using Visit = std::function<void(const FoundFile&, const TempFolder&)>;

  // Folders in `skip` are left out.
  FolderWalk(const WalkLimits& limits, std::set<FileId> skip);

  void walk(const std::vector<TempFolder>& folders, const Visit& visit);

  // Why not all was seen, for people; empty if all was.
  [[nodiscard]] const std::string& cut() const { return cut_; }

 private:
  struct Place {
    const TempFolder* top = nullptr;
    std::string below;      // the path below the top; "." = the top itself
    std::string path;       // as the target sees it
    std::string clustered;  // the same, clustered
    int depth = 1;
  };

  void look_into(const Place& place, const Visit& visit);
  void visit_entry(int directory, const char* name, bool in_memory, const Place& place,
                   const Visit& visit);
  bool may_go_on(const Place& place);

  WalkLimits limits_;
  std::set<FileId> seen_;
  std::deque<Place> places_;  // still to look into
  std::size_t entries_ = 0;
  std::chrono::steady_clock::time_point end_;
  bool stopped_ = false;
  std::string cut_;
};

}  // namespace ttsoak
