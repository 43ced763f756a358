#include "reports/trend/requests_to_decide.h"

#include <algorithm>
#include <cmath>

namespace ttsoak::trend {
namespace {

constexpr double kMostTimes = 50;
constexpr double kLargestCount = 1e15;  // beyond it, the figure says nothing
constexpr double kInterval95 = 1.96;    // half width of a 95 % interval in standard errors

// Standard errors between budget and rate that a one-sided chance of `alpha` takes. Upper tail of
// the normal distribution, Abramowitz and Stegun 26.2.22, good to .003.
double standard_errors(double alpha) {
  const double t = std::sqrt(-2 * std::log(alpha));
  return t - (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t);
}

}  // namespace

std::int64_t round_up_to_two_digits(double count) {
  if (!(count > 0 && count < kLargestCount)) return 0;
  const double step = std::pow(10, std::max(0.0, std::floor(std::log10(count)) - 1));
  // A hair less, or 1200.0000001 would become 1300.
  return static_cast<std::int64_t>(std::ceil(count / step - 1e-9) * step);
}

std::int64_t requests_to_decide(double rate, const Interval& interval, double budget,
                                const GrowthRules& rules, double requests_done,
                                double least_times) {
  const double alpha = rate > budget ? rules.alpha_fail : rules.alpha_pass;
  const double error = (interval.upper - interval.lower) / (2 * kInterval95);
  const double times = std::pow(standard_errors(alpha) * error / std::abs(rate - budget), 1 / 1.5);
  if (!(times <= kMostTimes)) return 0;  // also when it is not a number: 0 / 0
  return round_up_to_two_digits(requests_done * std::max(times, least_times));
}

}  // namespace ttsoak::trend
