#include <algorithm>
#include <array>

#include "probes/container/cgroup_file.h"
#include "probes/container/cgroup_versions.h"

namespace ttsoak {
namespace {

// The sum of those of `keys` that there are; -1 if there are none.
template <std::size_t kCount>
std::int64_t sum(const std::string& stat, const std::array<const char*, kCount>& keys) {
  std::int64_t total = -1;
  for (const char* key : keys) {
    if (const auto bytes = keyed_number(stat, key))
      total = std::max<std::int64_t>(total, 0) + *bytes;
  }
  return total;
}

std::int64_t kernel_bytes(const std::string& stat) {
  // "kernel", since 5.18, sums up all but the buffers of sockets.
  if (keyed_number(stat, "kernel")) return sum(stat, std::array{"kernel", "sock"});
  return sum(stat, std::array{"kernel_stack", "pagetables", "percpu", "slab", "sock"});
}

}  // namespace

void read_cgroup_v2(const std::vector<std::filesystem::path>& chain, CgroupSample& sample) {
  const std::filesystem::path& own = chain.front();
  sample.peak_bytes = read_cgroup_number(own / "memory.peak").value_or(-1);  // since 5.19

  const std::filesystem::path* limiting = &own;
  for (const std::filesystem::path& folder : chain) {
    const auto limit = read_cgroup_number(folder / "memory.max");  // nothing of "max"
    if (!limit || (sample.limit_bytes >= 0 && *limit >= sample.limit_bytes)) continue;
    sample.limit_bytes = *limit;
    limiting = &folder;
  }
  sample.limit_hits =
      keyed_number(read_cgroup_file(*limiting / "memory.events"), "max").value_or(-1);
  sample.oom_kills = keyed_number(read_cgroup_file(own / "memory.events"), "oom_kill").value_or(-1);

  const std::string stat = read_cgroup_file(own / "memory.stat");
  sample.anon_bytes = keyed_number(stat, "anon").value_or(-1);
  sample.shmem_bytes = keyed_number(stat, "shmem").value_or(-1);
  // "file" has shared memory in it.
  const auto file = keyed_number(stat, "file");
  const std::int64_t shared = std::max<std::int64_t>(sample.shmem_bytes, 0);
  if (file) sample.file_bytes = std::max<std::int64_t>(*file - shared, 0);
  sample.kernel_bytes = kernel_bytes(stat);
  sample.pressure_percent = some_avg10(read_cgroup_file(own / "memory.pressure")).value_or(-1);
}

}  // namespace ttsoak
