#include "reports/record/threshold_rule.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "probes/base/result.h"

namespace ttsoak {
namespace {

constexpr std::array kMetrics = {
    std::pair{ThresholdMetric::rss_initial, std::string_view("rss_initial")},
    std::pair{ThresholdMetric::rss_after_50, std::string_view("rss_after_50")},
    std::pair{ThresholdMetric::rss_level, std::string_view("rss_level")},
    std::pair{ThresholdMetric::rss_peak, std::string_view("rss_peak")},
    std::pair{ThresholdMetric::error_rate, std::string_view("error_rate")},
    std::pair{ThresholdMetric::ttfb, std::string_view("ttfb")},
    std::pair{ThresholdMetric::latency, std::string_view("latency")},
    std::pair{ThresholdMetric::first_audio, std::string_view("first_audio")},
    std::pair{ThresholdMetric::rtf, std::string_view("rtf")}};

constexpr std::array kStatistics = {std::pair{Statistic::avg, std::string_view("avg")},
                                    std::pair{Statistic::min, std::string_view("min")},
                                    std::pair{Statistic::med, std::string_view("med")},
                                    std::pair{Statistic::max, std::string_view("max")},
                                    std::pair{Statistic::rate, std::string_view("rate")}};

constexpr std::array kComparisons = {std::pair{Comparison::below, std::string_view("<")},
                                     std::pair{Comparison::at_most, std::string_view("<=")},
                                     std::pair{Comparison::above, std::string_view(">")},
                                     std::pair{Comparison::at_least, std::string_view(">=")}};

template <typename Table, typename Value>
std::string_view name_in(const Table& table, Value wanted) {
  for (const auto& [value, name] : table) {
    if (value == wanted) return name;
  }
  abort_with("a part of a threshold without a name");
}

template <typename Table>
auto value_in(const Table& table, std::string_view wanted) {
  std::optional<decltype(table[0].first)> found;
  for (const auto& [value, name] : table) {
    if (name == wanted) found = value;
  }
  return found;
}

}  // namespace

bool is_memory(ThresholdMetric metric) {
  switch (metric) {
    case ThresholdMetric::rss_initial:
    case ThresholdMetric::rss_after_50:
    case ThresholdMetric::rss_level:
    case ThresholdMetric::rss_peak:
      return true;
    default:
      return false;
  }
}

std::string_view metric_name(ThresholdMetric metric) { return name_in(kMetrics, metric); }

std::optional<ThresholdMetric> parse_metric(std::string_view name) {
  return value_in(kMetrics, name);
}

std::string statistic_name(const ThresholdRule& rule) {
  if (rule.statistic != Statistic::percentile) {
    return std::string(name_in(kStatistics, rule.statistic));
  }
  std::string percent = std::to_string(rule.per_mille / 10);
  if (rule.per_mille % 10 != 0) percent += "." + std::to_string(rule.per_mille % 10);
  return "p(" + percent + ")";
}

bool parse_statistic(std::string_view name, ThresholdRule& rule) {
  if (const auto plain = value_in(kStatistics, name)) {
    rule.statistic = *plain;
    return true;
  }
  if (!name.starts_with("p(") || !name.ends_with(")")) return false;
  const std::string_view number = name.substr(2, name.size() - 3);
  double percent = -1;
  const auto [rest, failure] =
      std::from_chars(number.data(), number.data() + number.size(), percent);
  if (failure != std::errc() || rest != number.data() + number.size()) return false;
  if (!(percent > 0 && percent <= 100)) return false;
  rule.statistic = Statistic::percentile;
  rule.per_mille = static_cast<int>(std::lround(percent * 10));
  // Finer ones are not kept.
  return rule.per_mille > 0 && std::abs(percent * 10 - rule.per_mille) < 1e-6;
}

std::string_view comparison_name(Comparison comparison) {
  return name_in(kComparisons, comparison);
}

std::optional<Comparison> parse_comparison(std::string_view name) {
  return value_in(kComparisons, name);
}

bool has_statistic(ThresholdMetric metric, Statistic statistic) {
  if (is_memory(metric)) return statistic == Statistic::max;
  if (metric == ThresholdMetric::error_rate) return statistic == Statistic::rate;
  return statistic != Statistic::rate;
}

bool holds(const ThresholdRule& rule, double measured) {
  switch (rule.comparison) {
    case Comparison::below:
      return measured < rule.limit;
    case Comparison::at_most:
      return measured <= rule.limit;
    case Comparison::above:
      return measured > rule.limit;
    case Comparison::at_least:
      return measured >= rule.limit;
  }
  abort_with("an unknown comparison");
}

}  // namespace ttsoak
