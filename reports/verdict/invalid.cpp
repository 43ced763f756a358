#include <algorithm>

#include "reports/units/units.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

// Above these the load was not the load that was planned, or was not watched.
constexpr double kMaxErrorShare = 0.5;
constexpr double kMaxGapShare = 0.05;

bool same_work(const std::vector<CycleMark>& cycles) {
  return std::all_of(cycles.begin(), cycles.end(), [&](const CycleMark& cycle) {
    return cycle.work_digest == cycles.front().work_digest &&
           cycle.requests == cycles.front().requests;
  });
}

double gap_seconds(const RunRecord& record) {
  RunTime total{0};
  for (const Event& event : record.events) {
    if (event.kind == EventKind::sampling_gap) total += event.lasted;
  }
  return std::chrono::duration<double>(total).count();
}

const Event* find_event(const RunRecord& record, EventKind kind) {
  const auto found = std::find_if(record.events.begin(), record.events.end(),
                                  [&](const Event& event) { return event.kind == kind; });
  return found == record.events.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string> invalid_reasons(const RunRecord& record) {
  std::vector<std::string> reasons;
  const RequestTotals& totals = record.totals;
  if (const Event* event = find_event(record, EventKind::target_restarted)) {
    reasons.push_back("the target was replaced by another process during the run (" +
                      event->detail + ")");
  }
  if (totals.requests > 0 &&
      static_cast<double>(totals.errors) > kMaxErrorShare * static_cast<double>(totals.requests)) {
    std::string reason = std::to_string(totals.errors) + " of " + std::to_string(totals.requests) +
                         " requests failed";
    const auto worst =
        std::max_element(totals.errors_by_kind.begin(), totals.errors_by_kind.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (worst != totals.errors_by_kind.end()) {
      reason += ", mostly by " + worst->first;
      const auto example = totals.example_by_kind.find(worst->first);
      if (example != totals.example_by_kind.end()) reason += " (" + example->second + ")";
    }
    reasons.push_back(std::move(reason));
  }
  if (record.cycles.empty()) {
    reasons.emplace_back("no cycle was finished (" + record.end_reason + ")");
    return reasons;
  }
  if (!same_work(record.cycles)) {
    reasons.emplace_back("the cycles did not do equal work, so their troughs cannot be compared");
  }
  const double gaps = gap_seconds(record);
  if (gaps > kMaxGapShare * record.duration_s) {
    reasons.push_back("nothing was sampled for " + format_duration(gaps) + " of " +
                      format_duration(record.duration_s) +
                      ": the machine was stalled or suspended");
  }
  return reasons;
}

}  // namespace ttsoak
