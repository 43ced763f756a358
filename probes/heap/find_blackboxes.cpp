#include "probes/heap/find_blackboxes.h"

#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <system_error>

#include "probes/process/proc_fields.h"
#include "probes/process/proc_file.h"
#include "probes/process/process_table.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;

std::string proc_text(pid_t pid, const char* name) {
  auto file = ProcFile::open("/proc/" + std::to_string(pid) + "/" + name);
  if (!file.ok()) return "";
  const auto text = file.value().read();
  return text.ok() ? std::string(text.value()) : "";
}

// The pid that the process knows itself by: the last of its pids, which the kernel lists from the
// outermost namespace inwards. Kernels before 4.1 have no such line.
int innermost_pid(pid_t pid) {
  const std::string status = proc_text(pid, "status");
  const std::size_t start = status.find("\nNSpid:");
  if (start == std::string::npos) return pid;
  std::string_view line = std::string_view(status).substr(start + 7);
  line = line.substr(0, line.find('\n'));
  int innermost = pid;
  for (auto word = take_word(line); !word.empty(); word = take_word(line)) {
    innermost = to_integer<int>(word).value_or(innermost);
  }
  return innermost;
}

enum class Mapped { no, of_its_name, itself };

// Whether `pid` maps the file, by the lines of man 5 proc_pid_maps: range, permissions, offset,
// device, inode, path. The directory may have another path in the container; a file that was
// replaced by one of a newer program has the name and another inode.
Mapped maps(pid_t pid, const std::string& file_name, ino_t inode) {
  const std::string text = proc_text(pid, "maps");
  Mapped found = Mapped::no;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (!line.ends_with("/" + file_name)) continue;
    for (int word = 0; word < 4; ++word) take_word(line);
    if (to_integer<ino_t>(take_word(line)) == inode) return Mapped::itself;
    found = Mapped::of_its_name;
  }
  return found;
}

}  // namespace

int host_pid_of(const BlackboxInfo& info) {
  const std::string file_name = info.path.filename().string();
  struct stat status {};
  if (::stat(info.path.c_str(), &status) != 0) return 0;
  std::vector<int> of_its_name;
  for (const auto& [pid, parent] : read_parents()) {
    if (innermost_pid(pid) != info.pid) continue;
    const Mapped mapped = maps(pid, file_name, status.st_ino);
    if (mapped == Mapped::itself) return pid;
    if (mapped == Mapped::of_its_name) of_its_name.push_back(pid);
  }
  // Overlay file systems show other inodes there than here. Then the name must do, if it can.
  return of_its_name.size() == 1 ? of_its_name.front() : 0;
}

Result<FoundBlackboxes> find_blackboxes(const fs::path& directory) {
  FoundBlackboxes found;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (entry->path().extension() != ".blackbox") continue;
    const auto reader = BlackboxReader::open(entry->path());
    if (!reader.ok()) {
      found.refused.push_back(reader.error());
      continue;
    }
    auto info = reader.value().info();
    if (!info.ok()) {
      found.refused.push_back(info.error());
      continue;
    }
    const int host_pid = host_pid_of(info.value());
    found.boxes.push_back({std::move(info).value(), host_pid});
  }
  if (error) return Error{directory.string() + ": " + error.message()};
  std::sort(found.boxes.begin(), found.boxes.end(),
            [](const auto& a, const auto& b) { return a.info.started_ns < b.info.started_ns; });
  return found;
}

}  // namespace ttsoak
