#pragma once

#include <cstdint>
#include <vector>

#include "probes/allocator/page_map.h"
#include "probes/base/result.h"

namespace ttsoak {

struct AddressRange {
  std::uint64_t start = 0, end = 0;
};

// The memory of pymalloc's arenas that is resident, and what of it is in blocks that Python uses.
struct PythonArenas {
  std::int64_t resident_bytes = 0;
  std::int64_t live_bytes = 0;
};

// Reads the header of each pool (Objects/obmalloc.c, struct pool_header), which says how many
// blocks of which size are in use. Exact, as of the moment; pages that are not resident are not
// read. `python_version`: e.g. 0x030b; 3.8 to 3.14 without free threading.
//
// Errors: the process's memory may not be read (man 2 process_vm_readv, ptrace_scope), or as
// PageMap::present().
Result<PythonArenas> read_python_arenas(int host_pid, std::uint32_t python_version,
                                        const std::vector<AddressRange>& arenas,
                                        const PageMap& pages);

}  // namespace ttsoak
