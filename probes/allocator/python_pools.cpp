#include "probes/allocator/python_pools.h"

#include <sys/uio.h>

#include <algorithm>
#include <cstddef>

namespace ttsoak {
namespace {

struct PoolHeader {
  std::uint32_t count;
  std::uint64_t free_block;
  std::uint64_t next, previous;
  std::uint32_t arena;
  std::uint32_t size_index;
  std::uint32_t next_offset, max_next_offset;
};
static_assert(sizeof(PoolHeader) == 48);

constexpr std::uint32_t kSizes = 32;   // multiples of 16 to 512
constexpr std::size_t kAtOnce = 1024;  // UIO_MAXIOV

// 0: a pool that holds nothing, or was never used.
std::int64_t live_bytes(const PoolHeader& pool, std::uint64_t pool_bytes) {
  if (pool.size_index >= kSizes || pool.count == 0) return 0;
  const std::uint64_t block_bytes = 16 * (pool.size_index + std::uint64_t{1});
  const bool possible = pool.max_next_offset == pool_bytes - block_bytes &&
                        pool.next_offset >= sizeof(PoolHeader) &&
                        pool.count * block_bytes <= pool_bytes - sizeof(PoolHeader);
  return possible ? static_cast<std::int64_t>(pool.count * block_bytes) : 0;
}

// Addresses of the pools whose first page is in memory.
std::vector<std::uint64_t> pools_in(const AddressRange& arena, std::uint64_t pool_bytes,
                                    const std::vector<bool>& present) {
  std::vector<std::uint64_t> pools;
  const std::uint64_t first = (arena.start + pool_bytes - 1) / pool_bytes * pool_bytes;
  for (std::uint64_t pool = first; pool + pool_bytes <= arena.end; pool += pool_bytes) {
    if (present[(pool - arena.start) / kPageBytes]) pools.push_back(pool);
  }
  return pools;
}

Status add_pools(int host_pid, const std::vector<std::uint64_t>& pools, std::uint64_t pool_bytes,
                 PythonArenas& arenas) {
  std::vector<PoolHeader> headers(std::min(kAtOnce, pools.size()));
  for (std::size_t first = 0; first < pools.size();) {
    const std::size_t count = std::min(kAtOnce, pools.size() - first);
    std::vector<iovec> theirs(count);
    for (std::size_t i = 0; i < count; ++i) {
      theirs[i] = {reinterpret_cast<void*>(pools[first + i]), sizeof(PoolHeader)};
    }
    const iovec ours{headers.data(), count * sizeof(PoolHeader)};
    const ssize_t got = ::process_vm_readv(host_pid, &ours, 1, theirs.data(), count, 0);
    if (got < 0) return errno_error("reading the memory of process " + std::to_string(host_pid));
    const auto read = static_cast<std::size_t>(got) / sizeof(PoolHeader);
    for (std::size_t i = 0; i < read; ++i) {
      arenas.live_bytes += live_bytes(headers[i], pool_bytes);
    }
    first += std::max<std::size_t>(read, 1);  // one that is gone is passed over
  }
  return {};
}

}  // namespace

Result<PythonArenas> read_python_arenas(int host_pid, std::uint32_t python_version,
                                        const std::vector<AddressRange>& arenas,
                                        const PageMap& pages) {
  constexpr std::uint32_t kOfLargePools = 0x030a;
  const std::uint64_t pool_bytes = python_version >= kOfLargePools ? 16384 : 4096;
  PythonArenas sums;
  for (const AddressRange& arena : arenas) {
    const auto present = pages.present(arena.start, arena.end);
    if (!present.ok()) return present.error();
    sums.resident_bytes += static_cast<std::int64_t>(kPageBytes) *
                           std::count(present.value().begin(), present.value().end(), true);
    const auto pools = pools_in(arena, pool_bytes, present.value());
    if (Status error = add_pools(host_pid, pools, pool_bytes, sums)) return *error;
  }
  return sums;
}

}  // namespace ttsoak
