#pragma once

#include <filesystem>
#include <vector>

#include "probes/base/result.h"
#include "probes/heap/blackbox_reader.h"

namespace ttsoak {

// A black box and the process that writes it.
struct FoundBlackbox {
  BlackboxInfo info;
  // The process as seen from here, also where it lives in a container (another pid namespace).
  // 0: it has ended, has replaced its program, or its /proc/<pid>/maps may not be read.
  int host_pid = 0;
};

struct FoundBlackboxes {
  std::vector<FoundBlackbox> boxes;  // in order of BlackboxInfo::started_ns
  std::vector<Error> refused;        // files of the right name that are no black box, or not yet
};

// The black boxes in `directory`, *.blackbox.
// Errors: the directory cannot be read.
Result<FoundBlackboxes> find_blackboxes(const std::filesystem::path& directory);

// FoundBlackbox::host_pid of one box. What a process maps proves that it is the writer; a pid does
// not, since pids come again and differ between namespaces. Reads /proc/<pid>/maps of the few
// processes that can be it.
int host_pid_of(const BlackboxInfo& info);

}  // namespace ttsoak
