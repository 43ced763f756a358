#pragma once

#include <string>
#include <string_view>

#include "probes/base/result.h"
#include "reports/record/threshold_rule.h"

namespace ttsoak {

// Reads "STATISTIC COMPARISON VALUE", as k6 and Artillery write it: "p(95) < 800ms", "max < 3GiB",
// "rate <= 1%". Blanks are free.
//
// Errors say what was expected where: a statistic that the metric has, a comparison, a value in the
// metric's unit.
Result<ThresholdRule> parse_threshold(ThresholdMetric metric, std::string_view text);

// "upper95 < 10KiB", the one form of growth: bytes per request that must not be exceeded, with a
// certainty of 95 %.
Result<double> parse_growth_threshold(std::string_view text);

// What parse_threshold() reads back as the same rule, but for abort_on_fail.
std::string threshold_text(const ThresholdRule& rule);

// Whether `text` is such an expression, rather than a value alone.
inline bool is_threshold_expression(std::string_view text) {
  return text.find_first_of("<>=") != std::string_view::npos;
}

}  // namespace ttsoak
