#include <limits>

#include "reports/series/troughs.h"
#include "reports/units/units.h"
#include "reports/verdict/check_rules.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

VerdictStatus within(double measured, double limit) {
  return measured <= limit ? VerdictStatus::pass : VerdictStatus::fail;
}

// Too few cycles for a fit; the plain slope is something to go by, and no more.
std::string plain_slope(const TroughSeries& troughs) {
  if (troughs.requests.size() < 2) return "not known";
  const double requests = troughs.requests.back() - troughs.requests.front();
  if (requests <= 0) return "not known";
  const double rise = troughs.bytes.back() - troughs.bytes.front();
  return "about " + format_bytes(rise / requests) + " so far, undecided";
}

ThresholdResult check_growth(std::string metric, const TroughSeries& troughs, const Growth& growth,
                             double limit) {
  ThresholdResult result;
  result.metric = std::move(metric);
  result.status = growth.decision == GrowthDecision::pass   ? VerdictStatus::pass
                  : growth.decision == GrowthDecision::fail ? VerdictStatus::fail
                                                            : VerdictStatus::inconclusive;
  result.limit = format_bytes(limit);
  result.measured = format_bytes(growth.rate) + " [" + format_bytes(growth.lower95) + ", " +
                    format_bytes(growth.upper95) + "]";
  result.limit_value = limit;
  result.measured_value = growth.rate;
  if (growth.fit_requests.empty()) {
    result.measured = plain_slope(troughs);
    result.measured_value = std::numeric_limits<double>::quiet_NaN();
  }
  return result;
}

}  // namespace

std::vector<ThresholdResult> check_thresholds(const RunRecord& record, const GrowthOfBoth& growth) {
  std::vector<ThresholdResult> results;
  const Thresholds& limits = record.header.thresholds;
  if (limits.rss_growth_bytes_per_request) {
    const double limit = *limits.rss_growth_bytes_per_request;
    results.push_back(check_growth("rss_growth_per_request",
                                   rss_troughs(record.cycles, record.heap.troughs), growth.rss,
                                   limit));
    if (growth.live) {
      results.push_back(check_growth("live_growth_per_request",
                                     live_heap_troughs(record.cycles, record.heap.troughs),
                                     *growth.live, limit));
    }
  }
  if (limits.rss_peak_bytes) {
    const auto limit = static_cast<double>(*limits.rss_peak_bytes);
    const auto peak = static_cast<double>(record.rss_peak_bytes);
    results.push_back(
        {"rss_peak", within(peak, limit), format_bytes(limit), format_bytes(peak), limit, peak});
  }
  if (limits.error_rate && record.totals.requests > 0) {
    const double rate =
        static_cast<double>(record.totals.errors) / static_cast<double>(record.totals.requests);
    results.push_back({"error_rate", within(rate, *limits.error_rate),
                       format_percent(*limits.error_rate),
                       format_percent(rate) + " (" + std::to_string(record.totals.errors) + " of " +
                           std::to_string(record.totals.requests) + ")",
                       *limits.error_rate, rate});
  }
  if (limits.ttfb_p95_ms) {
    ThresholdResult result{"ttfb_p95",
                           VerdictStatus::inconclusive,
                           format_milliseconds(*limits.ttfb_p95_ms),
                           "no request succeeded",
                           *limits.ttfb_p95_ms,
                           0};
    if (record.totals.ttfb_ms) {
      result.measured_value = record.totals.ttfb_ms->p95;
      result.measured = format_milliseconds(result.measured_value);
      result.status = within(result.measured_value, *limits.ttfb_p95_ms);
    }
    results.push_back(std::move(result));
  }
  for (ThresholdResult& result : check_rules(record)) results.push_back(std::move(result));
  return results;
}

}  // namespace ttsoak
