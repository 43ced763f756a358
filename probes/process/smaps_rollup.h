#pragma once

#include <cstdint>
#include <string_view>

#include "probes/base/result.h"

namespace ttsoak {

// Memory of one process, counted page by page: /proc/<pid>/smaps_rollup, since Linux 4.14.
//
// Exact where status is approximate, but the kernel walks every page table under the target's
// mmap lock: about 12 to 35 ms a resident GiB. Read it when the target rests, never under load.
//
// Units: bytes. Source: kernel Documentation/filesystems/proc.rst.
struct SmapsRollup {
  std::int64_t rss_bytes = 0;
  std::int64_t pss_bytes = 0;  // each shared page counted as its share: sums over a process tree
  std::int64_t private_dirty_bytes = 0;
  std::int64_t anonymous_bytes = 0;
  std::int64_t anon_huge_bytes = 0;  // of anonymous_bytes, in transparent huge pages
};

// Parses the text of /proc/<pid>/smaps_rollup.
// Errors: a field is missing or not a number; the message names it.
Result<SmapsRollup> parse_smaps_rollup(std::string_view text);

}  // namespace ttsoak
