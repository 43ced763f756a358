#pragma once

#include <cstdint>
#include <string_view>

#include "probes/base/result.h"

namespace ttsoak {

// The cheapest view of a process's memory: /proc/<pid>/statm, a line of seven page counts.
//
// Units: bytes; the file counts pages. Source: man 5 proc, section /proc/pid/statm.
struct ProcStatm {
  std::int64_t size_bytes = 0;  // address space, touched or not
  std::int64_t rss_bytes = 0;   // resident; approximate by a few pages per thread
};

// Parses the text of /proc/<pid>/statm; `page_bytes` is sysconf(_SC_PAGESIZE).
//
// Errors: a field is missing or not a number. A zombie and a kernel thread show seven zeros; that
// is an error too, never a sample of zero bytes.
Result<ProcStatm> parse_proc_statm(std::string_view text, std::int64_t page_bytes);

}  // namespace ttsoak
