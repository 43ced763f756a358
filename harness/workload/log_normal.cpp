#include "harness/workload/log_normal.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ttsoak {
namespace {

constexpr double kShortest = 5;
constexpr double kLongest = 4000;

// Where the normal distribution has `share` of its mass below. By bisection: no table to get wrong.
double normal_quantile(double share) {
  double low = -9;
  double high = 9;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    const bool below = std::erfc(-middle / std::numbers::sqrt2) / 2 < share;
    (below ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

std::vector<std::size_t> log_normal_lengths(const Lengths& lengths, std::size_t count) {
  const double spread = std::log(lengths.p95 / lengths.median) / normal_quantile(0.95);
  std::vector<std::size_t> all;
  all.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    const double length = lengths.median * std::exp(spread * normal_quantile(share));
    all.push_back(static_cast<std::size_t>(std::lround(std::clamp(length, kShortest, kLongest))));
  }
  return all;
}

}  // namespace ttsoak
