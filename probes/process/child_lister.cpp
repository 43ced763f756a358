#include "probes/process/child_lister.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "probes/base/unique_fd.h"
#include "probes/process/proc_directory.h"
#include "probes/process/proc_fields.h"
#include "probes/process/proc_file.h"
#include "probes/process/process_table.h"

namespace ttsoak {
namespace {

void append_children(ProcFile& file, std::vector<pid_t>& children) {
  const Result<std::string_view> read = file.read();
  if (!read.ok()) return;  // the thread has ended; its children now belong to another one
  std::string_view text = read.value();
  for (auto word = take_word(text); !word.empty(); word = take_word(text)) {
    if (const auto pid = to_integer<pid_t>(word)) children.push_back(*pid);
  }
}

}  // namespace

ChildSource find_child_source() {
  const std::string pid = std::to_string(::getpid());
  const std::string file = "/proc/self/task/" + pid + "/children";
  return ::access(file.c_str(), R_OK) == 0 ? ChildSource::children_files
                                           : ChildSource::process_table;
}

void ChildLister::begin() {
  if (source_ != ChildSource::process_table) return;
  children_by_parent_.clear();
  for (const auto& [pid, parent] : read_parents()) children_by_parent_.emplace(parent, pid);
}

std::vector<pid_t> ChildLister::children_of(const ProcessWatch& parent) const {
  std::vector<pid_t> children;
  if (source_ == ChildSource::process_table) {
    const auto [first, last] = children_by_parent_.equal_range(parent.identity().pid);
    for (auto entry = first; entry != last; ++entry) children.push_back(entry->second);
    return children;
  }
  // Every thread has its own list: a child belongs to the thread that forked it.
  const UniqueFd tasks(::openat(parent.directory(), "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const Result<std::vector<int>> threads = numbered_entries(tasks.get());
  if (!threads.ok()) return children;
  for (const pid_t thread : threads.value()) {
    const std::string name = std::to_string(thread) + "/children";
    Result<ProcFile> file = ProcFile::open_in(tasks.get(), "task", name.c_str());
    if (file.ok()) append_children(file.value(), children);
  }
  return children;
}

}  // namespace ttsoak
