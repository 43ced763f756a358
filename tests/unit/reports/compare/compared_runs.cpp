#include "tests/unit/reports/compare/compared_runs.h"

#include <algorithm>

namespace ttsoak {

RunRecord record_of(const TroughSeries& troughs) {
  RunRecord record;
  record.header.cycles_planned = static_cast<int>(troughs.bytes.size());
  record.header.requests_per_cycle = 25;
  record.header.concurrency = 1;
  record.header.manifest = {{"cpu", "one"}, {"cores", "8"}, {"started", "2026-01-01T00:00:00Z"}};
  record.complete = true;
  record.end_reason = "completed";
  record.duration_s = 100;
  for (std::size_t i = 0; i < troughs.bytes.size(); ++i) {
    CycleMark cycle;
    cycle.cycle = static_cast<int>(i) + 1;
    cycle.requests = 25;
    cycle.work_digest = 7;
    cycle.trough_rss_bytes = static_cast<std::int64_t>(troughs.bytes[i]);
    record.rss_peak_bytes = std::max(record.rss_peak_bytes, cycle.trough_rss_bytes + (20 << 20));
    record.cycles.push_back(cycle);
  }
  record.rss_initial_bytes = 90 << 20;
  record.totals.requests = static_cast<std::int64_t>(troughs.bytes.size()) * 25;
  record.totals.latency_ms = Percentiles{100, 150, 160, 180, 200};
  record.totals.ttfb_ms = Percentiles{10, 20, 30, 40, 50};
  return record;
}

RunRecord straight_record(double level, double bytes_per_request) {
  TroughSeries troughs;
  for (int i = 1; i <= 40; ++i) {
    troughs.requests.push_back(25.0 * i);
    troughs.bytes.push_back(level + bytes_per_request * 25 * i);
    troughs.lifetime.push_back(0);
  }
  return record_of(troughs);
}

}  // namespace ttsoak
