#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ttsoak {

// What a rule looks at. Growth is not among them: it is an inference and has no plain figure.
enum class ThresholdMetric {
  rss_initial,   // before the first request
  rss_after_50,  // at the first trough after 50 requests
  rss_level,     // at the last trough
  rss_peak,
  error_rate,
  ttfb,
  latency,
  first_audio,
  rtf
};

// Whether the metric is in bytes, and has one figure only: max.
bool is_memory(ThresholdMetric metric);

enum class Statistic { avg, min, med, max, percentile, rate };

enum class Comparison { below, at_most, above, at_least };

// "p(95) < 800ms": a figure of the run that must hold.
struct ThresholdRule {
  ThresholdMetric metric = ThresholdMetric::latency;
  Statistic statistic = Statistic::max;
  int per_mille = 0;  // of a percentile: 950 is p(95)
  Comparison comparison = Comparison::below;
  double limit = 0;            // bytes, a share 0..1, milliseconds, or a factor, by metric
  bool abort_on_fail = false;  // ends the run at the next trough; rss_peak and error_rate only

  bool operator==(const ThresholdRule&) const = default;
};

// The names of the config and of the record. Parsing gives nothing for what is none.
std::string_view metric_name(ThresholdMetric metric);  // "rss_peak"
std::optional<ThresholdMetric> parse_metric(std::string_view name);
std::string statistic_name(const ThresholdRule& rule);  // "max", "p(99.9)"
bool parse_statistic(std::string_view name, ThresholdRule& rule);
std::string_view comparison_name(Comparison comparison);  // "<="
std::optional<Comparison> parse_comparison(std::string_view name);

// The statistics that a metric has: rate, max, or those of a latency.
bool has_statistic(ThresholdMetric metric, Statistic statistic);

// Whether `measured` keeps the rule.
bool holds(const ThresholdRule& rule, double measured);

}  // namespace ttsoak
