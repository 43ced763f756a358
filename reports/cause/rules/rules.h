#pragma once

#include <optional>
#include <vector>

#include "reports/cause/facts.h"
#include "reports/cause/finding.h"

namespace ttsoak {

// One rule for each cause, in a file of its name. Pure: the same facts give the same finding.
// Absent if the cause is not at work.
std::optional<Finding> find_live_leak(const Facts& facts);
std::optional<Finding> find_leak_on_abort(const Facts& facts);
std::optional<Finding> find_leak_on_error(const Facts& facts);
std::optional<Finding> find_late_leak(const Facts& facts);
std::optional<Finding> find_rare_leak(const Facts& facts);
std::optional<Finding> find_keyed_cache(const Facts& facts);
std::optional<Finding> find_filling_cache(const Facts& facts);
std::optional<Finding> find_warm_up(const Facts& facts);
std::optional<Finding> find_high_water(const Facts& facts);
std::optional<Finding> find_allocator_retention(const Facts& facts);
std::optional<Finding> find_pinned_fragmentation(const Facts& facts);
std::optional<Finding> find_pymalloc(const Facts& facts);
std::optional<Finding> find_python_cycles(const Facts& facts);
std::optional<Finding> find_direct_mmap(const Facts& facts);
std::optional<Finding> find_temp_files(const Facts& facts);
std::optional<Finding> find_tmpfs_or_shm(const Facts& facts);
std::optional<Finding> find_page_cache(const Facts& facts);
std::optional<Finding> find_deleted_open_files(const Facts& facts);
std::optional<Finding> find_fd_leak(const Facts& facts);
std::optional<Finding> find_socket_leak(const Facts& facts);
std::optional<Finding> find_thread_leak(const Facts& facts);
std::optional<Finding> find_process_leak(const Facts& facts);
std::optional<Finding> find_child_growth(const Facts& facts);
std::optional<Finding> find_gpu_memory(const Facts& facts);
std::optional<Finding> find_degraded_service(const Facts& facts);
std::optional<Finding> find_level_shift(const Facts& facts);

// What the other findings leave unexplained of a growth that is proven.
std::optional<Finding> find_unknown(const Facts& facts, const std::vector<Finding>& others);

}  // namespace ttsoak
