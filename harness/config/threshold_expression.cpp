#include "harness/config/threshold_expression.h"

#include <charconv>
#include <cmath>

#include "harness/config/quantities.h"

namespace ttsoak {
namespace {

constexpr std::string_view kOperators = "<>=!";

// The three parts as they stand, without the blanks around them.
struct Parts {
  std::string_view statistic, comparison, value;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

Parts split(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_of(kOperators), text.size());
  const std::size_t end = std::min(text.find_first_not_of(kOperators, begin), text.size());
  return {trimmed(text.substr(0, begin)), text.substr(begin, end - begin),
          trimmed(text.substr(end))};
}

Error expected(const std::string& what, std::string_view got, std::string_view in) {
  return Error{"expected " + what + ", got \"" + std::string(got) + "\" in \"" + std::string(in) +
               "\""};
}

std::string example(ThresholdMetric metric) {
  if (is_memory(metric)) return "\"max < 3GiB\"";
  switch (metric) {
    case ThresholdMetric::error_rate:
      return "\"rate < 1%\"";
    case ThresholdMetric::rtf:
      return "\"p(95) < 0.5\"";
    default:
      return "\"p(95) < 800ms\"";
  }
}

std::string statistics_of(ThresholdMetric metric) {
  if (is_memory(metric)) return "max";
  if (metric == ThresholdMetric::error_rate) return "rate";
  return "avg, min, med, max or p(N), such as p(95) or p(99.9),";
}

// A number that is not negative, with nothing behind it.
std::optional<double> plain_number(std::string_view text) {
  double number = 0;
  const auto [rest, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(number) || std::signbit(number)) return std::nullopt;
  return number;
}

std::optional<double> share(std::string_view text) {
  const bool percent = text.ends_with('%');
  const auto number = plain_number(percent ? trimmed(text.substr(0, text.size() - 1)) : text);
  if (!number) return std::nullopt;
  const double value = percent ? *number / 100 : *number;
  return value <= 1 ? std::optional(value) : std::nullopt;
}

Result<double> value_of(ThresholdMetric metric, std::string_view value, std::string_view text) {
  if (is_memory(metric)) return parse_bytes(value);
  if (metric == ThresholdMetric::error_rate) {
    const auto number = share(value);
    if (!number) return expected("a share such as \"1%\" or \"0.01\"", value, text);
    return *number;
  }
  if (metric == ThresholdMetric::rtf) {
    const auto number = plain_number(value);
    if (!number) return expected("a number such as \"0.5\"", value, text);
    return *number;
  }
  const auto duration = parse_duration(value);
  if (!duration.ok()) return duration.error();
  return static_cast<double>(duration.value().count());
}

}  // namespace

Result<ThresholdRule> parse_threshold(ThresholdMetric metric, std::string_view text) {
  const Parts parts = split(text);
  ThresholdRule rule;
  rule.metric = metric;
  if (!parse_statistic(parts.statistic, rule) || !has_statistic(metric, rule.statistic)) {
    return expected(statistics_of(metric) + " as in " + example(metric), parts.statistic, text);
  }
  const auto comparison = parse_comparison(parts.comparison);
  if (!comparison) {
    return expected("<, <=, > or >= as in " + example(metric), parts.comparison, text);
  }
  rule.comparison = *comparison;
  const Result<double> value = value_of(metric, parts.value, text);
  if (!value.ok()) return value.error();
  rule.limit = value.value();
  return rule;
}

Result<double> parse_growth_threshold(std::string_view text) {
  const Parts parts = split(text);
  if (parts.statistic != "upper95") {
    return expected("upper95 as in \"upper95 < 10KiB\"", parts.statistic, text);
  }
  if (parts.comparison != "<") {
    return expected("< as in \"upper95 < 10KiB\"", parts.comparison, text);
  }
  const Result<double> bytes = parse_bytes(parts.value);
  if (!bytes.ok()) return bytes.error();
  if (bytes.value() <= 0) return expected("a size above zero", parts.value, text);
  return bytes.value();
}

std::string threshold_text(const ThresholdRule& rule) {
  std::string value = exact_number(rule.limit);
  const bool plain =
      rule.metric == ThresholdMetric::error_rate || rule.metric == ThresholdMetric::rtf;
  if (is_memory(rule.metric)) {
    value += "B";
  } else if (!plain) {
    value += "ms";
  }
  return statistic_name(rule) + " " + std::string(comparison_name(rule.comparison)) + " " + value;
}

}  // namespace ttsoak
