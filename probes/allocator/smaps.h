#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// One mapping of a process, from /proc/<pid>/smaps. Bytes.
struct SmapsMapping {
  std::uint64_t start = 0, end = 0;
  std::string permissions;  // "rw-p"
  std::string name;         // path, "[heap]", "[stack]"; empty = anonymous
  std::int64_t rss_bytes = 0;

  [[nodiscard]] bool is_anonymous() const;  // private memory without a file, not the main stack
};

// Parses the text of /proc/<pid>/smaps. Source: man 5 proc, section /proc/pid/smaps.
//
// The kernel writes it in pieces while the process goes on: a mapping that changed meanwhile may
// come twice or overlap the one before. Then the earlier one counts.
//
// Errors: a mapping without a range or without Rss.
Result<std::vector<SmapsMapping>> parse_smaps(std::string_view text);

// Of the process as seen from here. Errors: as above, or it has ended or may not be read.
Result<std::vector<SmapsMapping>> read_smaps(int host_pid);

}  // namespace ttsoak
