#include "probes/heap/find_blackboxes.h"

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

bool maps(pid_t pid, const std::string& file_name) {
  // By name: the directory may have another path in the container, and the number of the file's
  // device differs there on overlay file systems. The name holds a pid and a time in nanoseconds.
  return proc_text(pid, "maps").find("/" + file_name) != std::string::npos;
}

}  // namespace

int host_pid_of(const BlackboxInfo& info) {
  const std::string file_name = info.path.filename().string();
  if (innermost_pid(info.pid) == info.pid && maps(info.pid, file_name)) return info.pid;
  for (const auto& [pid, parent] : read_parents()) {
    if (innermost_pid(pid) == info.pid && maps(pid, file_name)) return pid;
  }
  return 0;
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
