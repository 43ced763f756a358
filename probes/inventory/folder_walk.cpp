#include "probes/inventory/folder_walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <memory>

#include "probes/inventory/cluster_name.h"
#include "probes/inventory/open_resolved.h"
#include "probes/inventory/printable.h"

namespace ttsoak {
namespace {

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};
using Directory = std::unique_ptr<DIR, CloseDirectory>;

// Reopened by its path, because a descriptor for each folder that waits would be too many. No link
// is followed on the way, should one have taken a folder's place.
Directory open_directory(int top, const std::string& below) {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  const int fd = open_resolved(top, below, kFlags, RESOLVE_NO_SYMLINKS);
  if (fd < 0) return nullptr;
  Directory directory(::fdopendir(fd));
  if (!directory) ::close(fd);
  return directory;
}

bool is_in_memory(int directory) {
  struct statfs status {};
  if (::fstatfs(directory, &status) != 0) return false;
  return status.f_type == TMPFS_MAGIC || status.f_type == RAMFS_MAGIC;
}

// FNV-1a over all three.
std::uint64_t key_of(const FileFacts& facts, const char* name) {
  constexpr std::uint64_t kPrime = 0x100000001b3ULL;
  std::uint64_t key = 0xcbf29ce484222325ULL;
  key = (key ^ facts.device) * kPrime;
  key = (key ^ facts.inode) * kPrime;
  for (; *name != '\0'; ++name) key = (key ^ static_cast<unsigned char>(*name)) * kPrime;
  return key;
}

std::string joined(const std::string& folder, const std::string& name) {
  return folder == "/" ? folder + name : folder + "/" + name;
}

}  // namespace

FolderWalk::FolderWalk(const WalkLimits& limits, std::set<FileId> skip)
    : limits_(limits),
      seen_(std::move(skip)),
      end_(std::chrono::steady_clock::now() + limits.time) {}

void FolderWalk::walk(const std::vector<TempFolder>& folders, const Visit& visit) {
  for (const TempFolder& top : folders) {
    const auto facts = file_facts(top.folder.get());
    if (!facts || !seen_.emplace(facts->device, facts->inode).second) continue;
    places_.push_back({&top, ".", top.path, cluster_name(top.path), 1});
  }
  for (; !places_.empty() && !stopped_; places_.pop_front()) look_into(places_.front(), visit);
}

void FolderWalk::look_into(const Place& place, const Visit& visit) {
  const Directory stream = open_directory(place.top->folder.get(), place.below);
  if (!stream) return;  // removed, or of another user who keeps it to himself
  const int directory = ::dirfd(stream.get());
  const bool in_memory = is_in_memory(directory);
  while (const dirent* const entry = ::readdir(stream.get())) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (!may_go_on(place)) return;
    visit_entry(directory, entry->d_name, in_memory, place, visit);
  }
}

void FolderWalk::visit_entry(int directory, const char* name, bool in_memory, const Place& place,
                             const Visit& visit) {
  const std::string path = joined(place.path, name);
  const std::vector<std::string>& skip = place.top->skip;
  if (std::find(skip.begin(), skip.end(), path) != skip.end()) return;
  const auto facts = file_facts(directory, name, false);
  if (!facts) return;  // removed since it was listed
  const bool folder = S_ISDIR(facts->mode);
  if (folder && !seen_.emplace(facts->device, facts->inode).second) return;
  const std::string clustered = joined(place.clustered, cluster_name(name));
  visit({*facts, printable(clustered) + (folder ? "/" : ""), key_of(*facts, name), in_memory},
        *place.top);
  if (!folder) return;
  if (place.depth >= limits_.depth) {
    cut_ = "folders deeper than " + std::to_string(limits_.depth) + " below " + place.top->path;
    return;
  }
  places_.push_back({place.top, joined(place.below, name), path, clustered, place.depth + 1});
}

bool FolderWalk::may_go_on(const Place& place) {
  // The clock costs little beside statx(), but not nothing.
  const bool late = entries_ % 64 == 0 && std::chrono::steady_clock::now() > end_;
  stopped_ = late || entries_ >= limits_.entries;
  if (stopped_) {
    cut_ = "what comes after " + std::to_string(entries_) + " entries, in " + place.path;
  }
  ++entries_;
  return !stopped_;
}

}  // namespace ttsoak
