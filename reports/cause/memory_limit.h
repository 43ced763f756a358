#pragma once

#include <cstdint>
#include <optional>

#include "reports/record/run_record.h"
#include "reports/trend/growth.h"

namespace ttsoak {

// How far it is to the memory limit of the target's cgroup, if growth goes on as it was.
struct TimeToLimit {
  std::int64_t limit_bytes = 0;
  double used_bytes = 0;  // now; without page cache, which the kernel would give back first
  // At the upper end of growth's interval and at its lower end; absent where that does not grow.
  std::optional<double> soonest_requests, latest_requests;
  std::optional<double> soonest_s, latest_s;  // at the pace of the run, quiesces included
};

// Absent without a limit, or where nothing is known of growth.
std::optional<TimeToLimit> time_to_limit(const RunRecord& record, const Growth& growth);

}  // namespace ttsoak
