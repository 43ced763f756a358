#include "probes/process/process_table.h"

#include <fcntl.h>

#include <string>
#include <vector>

#include "probes/base/unique_fd.h"
#include "probes/process/proc_directory.h"
#include "probes/process/proc_file.h"
#include "probes/process/proc_stat.h"

namespace ttsoak {

std::map<pid_t, pid_t> read_parents() {
  std::map<pid_t, pid_t> parents;
  const UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const Result<std::vector<int>> pids = numbered_entries(proc.get());
  if (!pids.ok()) return parents;
  for (const pid_t pid : pids.value()) {
    const std::string name = std::to_string(pid) + "/stat";
    Result<ProcFile> file = ProcFile::open_in(proc.get(), "/proc", name.c_str());
    if (!file.ok()) continue;  // ended since it was listed
    const Result<std::string_view> text = file.value().read();
    if (!text.ok()) continue;
    const Result<ProcStat> stat = parse_proc_stat(text.value());
    if (stat.ok()) parents[pid] = stat.value().parent_pid;
  }
  return parents;
}

}  // namespace ttsoak
