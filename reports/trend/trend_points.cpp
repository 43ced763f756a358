#include "reports/trend/trend_points.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace ttsoak::trend {
namespace {

constexpr std::size_t kMostPoints = 160;
constexpr double kLargest = 9.3e18;  // 2^63: no memory and no count of requests is larger

bool is_measure(double value) { return std::isfinite(value) && std::abs(value) <= kLargest; }

Status check(const TroughSeries& series, double budget) {
  const std::size_t n = series.requests.size();
  if (series.bytes.size() != n || series.lifetime.size() != n)
    return Error{"the series is damaged: its columns differ in length"};
  if (!is_measure(budget) || budget < 0)
    return Error{"the growth budget must be a number of bytes per request, 0 or more"};
  for (std::size_t i = 0; i < n; ++i) {
    const std::string cycle = "cycle " + std::to_string(i + 1) + ": ";
    if (!is_measure(series.bytes[i])) return Error{cycle + "the trough is not a number of bytes"};
    if (!is_measure(series.requests[i]) || series.requests[i] < 0)
      return Error{cycle + "the number of completed requests is not a count"};
    if (i > 0 && series.requests[i] < series.requests[i - 1])
      return Error{cycle + "the number of completed requests went down"};
    if (i > 0 && series.lifetime[i] < series.lifetime[i - 1])
      return Error{cycle + "the process lifetimes are out of order"};
  }
  if (n < 2 || !(series.requests.back() > series.requests.front()))
    return Error{"no request was completed after the first cycle"};
  return {};
}

// How many cycles to average into one point.
std::size_t cycles_per_point(const std::vector<std::size_t>& lifetime_cycles) {
  std::size_t merge = 1;
  const std::size_t longest = *std::max_element(lifetime_cycles.begin(), lifetime_cycles.end());
  const auto points = [&] {
    std::size_t sum = 0;
    for (const std::size_t n : lifetime_cycles) sum += (n + merge - 1) / merge;
    return sum;
  };
  while (points() > kMostPoints && merge < longest) ++merge;
  return merge;
}

std::vector<std::size_t> count_cycles(const std::vector<int>& lifetime) {
  std::vector<std::size_t> counts;
  for (std::size_t i = 0; i < lifetime.size(); ++i) {
    if (i == 0 || lifetime[i] != lifetime[i - 1]) counts.push_back(0);
    ++counts.back();
  }
  return counts;
}

void scale(TrendPoints& points, double budget) {
  double largest = 0;
  for (const double y : points.y) largest = std::max(largest, std::abs(y));
  const double allowed = budget * points.span_requests;
  points.unit_bytes = std::max(allowed, largest);
  if (!(points.unit_bytes > 0)) points.unit_bytes = 1;
  for (double& x : points.x) x /= points.span_requests;
  for (double& age : points.age) age /= points.span_requests;
  for (double& y : points.y) y /= points.unit_bytes;
  points.end_age /= points.span_requests;
  points.longest_age /= points.span_requests;
  points.budget = allowed / points.unit_bytes;
  points.least_square_sum = std::max(1e-11 * points.budget * points.budget, 1e-24);
}

}  // namespace

Result<TrendPoints> make_points(const TroughSeries& series, double budget_bytes_per_request) {
  if (Status error = check(series, budget_bytes_per_request)) return *std::move(error);
  const std::vector<double> bytes = without_spikes(series.bytes, series.lifetime);
  const std::vector<std::size_t> counts = count_cycles(series.lifetime);
  const std::size_t merge = cycles_per_point(counts);

  TrendPoints points;
  points.base_bytes = bytes.front();
  // A run whose first cycles were not recorded starts at their end, or the windows and onsets,
  // which are shares of the run, would lie in a part that nobody saw.
  points.origin_requests = std::max(0.0, 2 * series.requests[0] - series.requests[1]);
  points.span_requests = series.requests.back() - points.origin_requests;

  double born = points.origin_requests;
  std::size_t first = 0;
  for (std::size_t life = 0; life < counts.size(); ++life) {
    const std::size_t n = counts[life];
    const std::size_t groups = (n + merge - 1) / merge;
    for (std::size_t g = 0; g < groups; ++g) {
      // Groups as even as they can be, so that all points are about equally noisy.
      const std::size_t begin = first + g * n / groups;
      const std::size_t end = first + (g + 1) * n / groups;
      double requests = 0;
      double level = 0;
      for (std::size_t i = begin; i < end; ++i) {
        requests += series.requests[i] / static_cast<double>(end - begin);
        level += (bytes[i] - points.base_bytes) / static_cast<double>(end - begin);
      }
      points.x.push_back(requests - points.origin_requests);
      points.age.push_back(requests - born);
      points.y.push_back(level);
      points.lifetime.push_back(static_cast<int>(life));
      points.first_cycle.push_back(static_cast<int>(begin));
    }
    first += n;
    points.end_age = series.requests[first - 1] - born;
    points.longest_age = std::max(points.longest_age, points.end_age);
    born = series.requests[first - 1];
  }
  scale(points, budget_bytes_per_request);
  return points;
}

}  // namespace ttsoak::trend
