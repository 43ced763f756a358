#include "reports/cause/finding.h"

#include <array>
#include <cstddef>

#include "probes/base/result.h"

namespace ttsoak {
namespace {

constexpr std::array<std::string_view, 27> kCauses = {"live_leak",
                                                      "leak_on_abort",
                                                      "leak_on_error",
                                                      "late_leak",
                                                      "rare_leak",
                                                      "keyed_cache",
                                                      "filling_cache",
                                                      "warm_up",
                                                      "high_water",
                                                      "allocator_retention",
                                                      "pinned_fragmentation",
                                                      "pymalloc",
                                                      "python_cycles",
                                                      "direct_mmap",
                                                      "temp_files",
                                                      "tmpfs_or_shm",
                                                      "page_cache",
                                                      "deleted_open_files",
                                                      "fd_leak",
                                                      "socket_leak",
                                                      "thread_leak",
                                                      "process_leak",
                                                      "child_growth",
                                                      "gpu_memory",
                                                      "degraded_service",
                                                      "level_shift",
                                                      "unknown"};
static_assert(kCauses.size() == static_cast<std::size_t>(Cause::unknown) + 1);

constexpr std::array<std::string_view, 3> kEvidence = {"proven", "consistent", "unknown"};
static_assert(kEvidence.size() == static_cast<std::size_t>(EvidenceLevel::unknown) + 1);

}  // namespace

std::string_view cause_name(Cause cause) { return kCauses.at(static_cast<std::size_t>(cause)); }

std::string_view evidence_name(EvidenceLevel evidence) {
  return kEvidence.at(static_cast<std::size_t>(evidence));
}

}  // namespace ttsoak
