#include "reports/verdict/check_rules.h"

#include <limits>
#include <string>

#include "reports/series/troughs.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

const std::optional<Percentiles>& distribution(const RequestTotals& totals,
                                               ThresholdMetric metric) {
  switch (metric) {
    case ThresholdMetric::ttfb:
      return totals.ttfb_ms;
    case ThresholdMetric::first_audio:
      return totals.first_audio_ms;
    case ThresholdMetric::rtf:
      return totals.real_time_factor;
    default:
      return totals.latency_ms;
  }
}

double figure_of(const Percentiles& of, const ThresholdRule& rule) {
  switch (rule.statistic) {
    case Statistic::avg:
      return of.avg;
    case Statistic::min:
      return of.min;
    case Statistic::med:
      return of.p50;
    case Statistic::percentile:
      return of.per_mille.at(static_cast<std::size_t>(rule.per_mille));
    default:
      return of.max;
  }
}

std::optional<double> measure_memory(const RunRecord& record, ThresholdMetric metric) {
  const TroughSeries troughs = rss_troughs(record.cycles, record.heap.troughs);
  switch (metric) {
    case ThresholdMetric::rss_initial:
      if (record.rss_initial_bytes == 0) return std::nullopt;
      return static_cast<double>(record.rss_initial_bytes);
    case ThresholdMetric::rss_after_50:
      for (std::size_t i = 0; i < troughs.requests.size(); ++i) {
        if (troughs.requests[i] >= 50) return troughs.bytes[i];
      }
      return std::nullopt;
    case ThresholdMetric::rss_level:
      if (troughs.bytes.empty()) return std::nullopt;
      return troughs.bytes.back();
    default:
      return static_cast<double>(record.rss_peak_bytes);
  }
}

std::optional<double> measure(const RunRecord& record, const ThresholdRule& rule) {
  const RequestTotals& totals = record.totals;
  if (is_memory(rule.metric)) return measure_memory(record, rule.metric);
  if (rule.metric == ThresholdMetric::error_rate) {
    if (totals.requests == 0) return std::nullopt;
    return static_cast<double>(totals.errors) / static_cast<double>(totals.requests);
  }
  const auto& of = distribution(totals, rule.metric);
  return of ? std::optional(figure_of(*of, rule)) : std::nullopt;
}

std::string in_unit(ThresholdMetric metric, double value) {
  if (is_memory(metric)) return format_bytes(value);
  switch (metric) {
    case ThresholdMetric::error_rate:
      return format_percent(value);
    case ThresholdMetric::rtf:
      return format_real_time_factor(value);
    default:
      return format_milliseconds(value);
  }
}

}  // namespace

std::vector<ThresholdResult> check_rules(const RunRecord& record) {
  std::vector<ThresholdResult> results;
  for (const ThresholdRule& rule : record.header.thresholds.rules) {
    ThresholdResult result;
    result.metric = metric_name(rule.metric);
    result.limit = statistic_name(rule) + " " + std::string(comparison_name(rule.comparison)) +
                   " " + in_unit(rule.metric, rule.limit);
    result.limit_value = rule.limit;
    result.measured_value = std::numeric_limits<double>::quiet_NaN();
    result.measured = is_memory(rule.metric) ? "not reached" : "no request succeeded";
    if (const auto measured = measure(record, rule)) {
      result.measured_value = *measured;
      result.measured = in_unit(rule.metric, *measured);
      result.status = holds(rule, *measured) ? VerdictStatus::pass : VerdictStatus::fail;
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace ttsoak
