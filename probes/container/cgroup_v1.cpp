#include <algorithm>

#include "probes/container/cgroup_file.h"
#include "probes/container/cgroup_versions.h"

namespace ttsoak {
namespace {

// "No limit" is the largest multiple of the page size that fits: 0x7ffffffffffff000 with 4 KiB,
// less with larger pages. No machine has a quarter of that.
constexpr std::int64_t kNoLimit = std::int64_t{1} << 60;

}  // namespace

void read_cgroup_v1(const std::vector<std::filesystem::path>& chain, CgroupSample& sample) {
  const std::filesystem::path& own = chain.front();
  sample.peak_bytes = read_cgroup_number(own / "memory.max_usage_in_bytes").value_or(-1);

  const std::filesystem::path* limiting = &own;
  for (const std::filesystem::path& folder : chain) {
    const auto limit = read_cgroup_number(folder / "memory.limit_in_bytes");
    if (!limit || *limit >= kNoLimit) continue;
    if (sample.limit_bytes >= 0 && *limit >= sample.limit_bytes) continue;
    sample.limit_bytes = *limit;
    limiting = &folder;
  }
  sample.limit_hits = read_cgroup_number(*limiting / "memory.failcnt").value_or(-1);
  // Where memory with swap has the same limit, that one is met first and counts instead
  // (up to some Linux 6: 6.18 counts neither then).
  const auto with_swap = read_cgroup_number(*limiting / "memory.memsw.failcnt");
  if (sample.limit_hits >= 0) sample.limit_hits += with_swap.value_or(0);
  sample.oom_kills =
      keyed_number(read_cgroup_file(own / "memory.oom_control"), "oom_kill").value_or(-1);
  sample.kernel_bytes = read_cgroup_number(own / "memory.kmem.usage_in_bytes").value_or(-1);

  // The figures with "total_" take in the cgroups below, as usage_in_bytes does.
  const std::string stat = read_cgroup_file(own / "memory.stat");
  sample.anon_bytes = keyed_number(stat, "total_rss").value_or(-1);
  sample.shmem_bytes = keyed_number(stat, "total_shmem").value_or(-1);
  // "cache" has shared memory in it.
  const auto cache = keyed_number(stat, "total_cache");
  const std::int64_t shared = std::max<std::int64_t>(sample.shmem_bytes, 0);
  if (cache) sample.file_bytes = std::max<std::int64_t>(*cache - shared, 0);
  // Takes in the parents that a container does not see.
  const auto inherited = keyed_number(stat, "hierarchical_memory_limit");
  if (inherited && *inherited < kNoLimit &&
      (sample.limit_bytes < 0 || *inherited < sample.limit_bytes)) {
    sample.limit_bytes = *inherited;
  }
}

}  // namespace ttsoak
