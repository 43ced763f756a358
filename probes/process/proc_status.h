#pragma once

#include <cstdint>
#include <string_view>

#include "probes/base/result.h"

namespace ttsoak {

// Memory of one process as the kernel accounts it in /proc/<pid>/status.
//
// Units: bytes (the file says "kB" and means KiB; parse_proc_status() multiplies by 1024).
// Source: man 5 proc, section /proc/pid/status. RssAnon..RssShmem exist since Linux 4.5.
struct ProcStatus {
  std::int64_t rss_bytes = 0;        // VmRSS = RssAnon + RssFile + RssShmem
  std::int64_t rss_anon_bytes = 0;   // heap, stacks, private mappings: where leaks show
  std::int64_t rss_file_bytes = 0;   // mapped files, e.g. model weights
  std::int64_t rss_shmem_bytes = 0;  // tmpfs, shm, shared anonymous mappings
  std::int64_t swap_bytes = 0;       // VmSwap: a leak that is swapped out leaves RSS flat
  std::int64_t threads = 0;          // count
};

// Parses the text of /proc/<pid>/status.
//
// The kernel updates these counters in batches, so they are approximate (man 5 proc says so).
// Good for trends; read smaps_rollup where an exact figure matters.
//
// Errors: a field is missing or not a number; the message names the field. A zombie and a kernel
// thread have no Vm* lines and are therefore errors, never a sample of zero bytes.
Result<ProcStatus> parse_proc_status(std::string_view text);

}  // namespace ttsoak
