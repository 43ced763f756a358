#include "reports/compare/welch.h"

#include <cmath>
#include <numeric>

#include "probes/base/result.h"
#include "reports/trend/student_t.h"

namespace ttsoak {
namespace {

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The squared standard error of the mean.
double error_of(std::span<const double> values, double mean) {
  const auto count = static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / (count - 1) / count;
}

}  // namespace

MeanDifference welch(std::span<const double> first, std::span<const double> second) {
  if (first.empty() || second.empty()) abort_with("welch() of a side without values");
  MeanDifference result;
  result.first_mean = mean_of(first);
  result.second_mean = mean_of(second);
  result.difference = result.second_mean - result.first_mean;
  if (first.size() < 2 || second.size() < 2) return result;
  const double a = error_of(first, result.first_mean);
  const double b = error_of(second, result.second_mean);
  const auto n = static_cast<double>(first.size());
  const auto m = static_cast<double>(second.size());
  result.standard_error = std::sqrt(a + b);
  // Sides that do not scatter at all, as exact counters may: any degrees give the same interval.
  result.degrees = a + b > 0 ? (a + b) * (a + b) / (a * a / (n - 1) + b * b / (m - 1)) : n + m - 2;
  return result;
}

double bound(const MeanDifference& difference, double chance) {
  if (difference.degrees <= 0) abort_with("bound() of a difference that is not known");
  if (difference.standard_error == 0) return difference.difference;
  return difference.difference +
         difference.standard_error * trend::student_t_quantile(chance, difference.degrees);
}

}  // namespace ttsoak
