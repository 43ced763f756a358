#include "reports/cause/find_causes.h"

#include <algorithm>

#include "reports/cause/rules/rules.h"

namespace ttsoak {
namespace {

using Rule = std::optional<Finding> (*)(const Facts&);

constexpr Rule kRules[] = {
    find_live_leak,
    find_leak_on_abort,
    find_leak_on_error,
    find_late_leak,
    find_rare_leak,
    find_keyed_cache,
    find_filling_cache,
    find_warm_up,
    find_high_water,
    find_allocator_retention,
    find_pinned_fragmentation,
    find_pymalloc,
    find_python_cycles,
    find_direct_mmap,
    find_temp_files,
    find_tmpfs_or_shm,
    find_page_cache,
    find_deleted_open_files,
    find_fd_leak,
    find_socket_leak,
    find_thread_leak,
    find_process_leak,
    find_child_growth,
    find_gpu_memory,
    find_degraded_service,
    find_level_shift,
};

// Where a finding stands: 0 explains growth, 1 is memory without a share in it, 2 is no memory of
// the target's.
int rank(const Finding& finding) {
  if (!finding.resident) return 2;
  return finding.share && *finding.share > 0 ? 0 : 1;
}

}  // namespace

std::vector<Finding> find_causes(const Facts& facts) {
  std::vector<Finding> findings;
  for (const Rule rule : kRules) {
    if (std::optional<Finding> finding = rule(facts)) findings.push_back(std::move(*finding));
  }
  if (std::optional<Finding> rest = find_unknown(facts, findings)) {
    findings.push_back(std::move(*rest));
  }
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return a.share.value_or(0) > b.share.value_or(0);
  });
  return findings;
}

}  // namespace ttsoak
