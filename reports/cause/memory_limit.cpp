#include "reports/cause/memory_limit.h"

#include <algorithm>
#include <chrono>

namespace ttsoak {
namespace {

double seconds_per_request(const RunRecord& record) {
  double requests = 0;
  for (const CycleMark& cycle : record.cycles) requests += static_cast<double>(cycle.requests);
  if (requests <= 0) return 0;
  const auto took = record.cycles.back().quiesced - record.cycles.front().started;
  return std::chrono::duration<double>(took).count() / requests;
}

}  // namespace

std::optional<TimeToLimit> time_to_limit(const RunRecord& record, const Growth& growth) {
  if (record.cgroup.empty() || record.cycles.empty()) return std::nullopt;
  const CgroupSample& now = record.cgroup.back();
  if (now.limit_bytes <= 0 || growth.fit_requests.empty()) return std::nullopt;
  TimeToLimit time;
  time.limit_bytes = now.limit_bytes;
  time.used_bytes =
      static_cast<double>(now.current_bytes - std::max<std::int64_t>(0, now.file_bytes));
  const double left = std::max(0.0, static_cast<double>(now.limit_bytes) - time.used_bytes);
  const double pace_s = seconds_per_request(record);
  if (growth.upper95 > 0) {
    time.soonest_requests = left / growth.upper95;
    time.soonest_s = *time.soonest_requests * pace_s;
  }
  if (growth.lower95 > 0) {
    time.latest_requests = left / growth.lower95;
    time.latest_s = *time.latest_requests * pace_s;
  }
  return time;
}

}  // namespace ttsoak
