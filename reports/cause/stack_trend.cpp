#include "reports/cause/stack_trend.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "reports/trend/posterior.h"
#include "reports/trend/student_t.h"
#include "reports/trend/trend_points.h"

namespace ttsoak {
namespace {

using namespace trend;

// Of a mixture of t distributions, which is then taken for one with the same mean and variance.
double posterior_variance(const Posterior& posterior, double mean) {
  double variance = 0;
  for (const Posterior::Component& c : posterior.components) {
    // The variance of a t distribution is degrees / (degrees - 2) of its squared width.
    const double width2 = c.fit.square_sum / (posterior.degrees - 2) * c.fit.rate_variance(0);
    variance += c.weight * (width2 + std::pow(c.fit.rate(0) - mean, 2));
  }
  return variance;
}

// What of `values` stays from each point on: not what is gone again later.
std::vector<double> lasting(std::vector<double> values) {
  for (std::size_t i = values.size() - 1; i-- > 0;) {
    values[i] = std::min(values[i], values[i + 1]);
  }
  return values;
}

// The variance that comes to stay at each point but the first; see fit_stack(). `variance` is by
// point, as `y`.
std::vector<double> steps_of_variance(const std::vector<double>& y,
                                      const std::vector<double>& variance) {
  const std::vector<double> level = lasting(y);
  const std::vector<double> unknown = lasting(variance);
  const double steps = static_cast<double>(y.size() - 1);
  double still = 0;
  for (std::size_t i = 1; i < y.size(); ++i) still += y[i] == y[i - 1] ? 1 / steps : 0;
  std::vector<double> result(y.size(), 0.0);
  for (std::size_t i = 1; i < y.size(); ++i) {
    const double rise = level[i] - level[i - 1];
    result[i] = std::max(unknown[i] - unknown[i - 1], still * rise * rise);
  }
  return result;
}

// The variance of the least-squares slope over `x` where errors of these variances come to stay.
double slope_variance(const std::vector<double>& x, const std::vector<double>& steps) {
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  double spread = 0;
  for (const double at : x) spread += (at - mean) * (at - mean);
  double sum = 0;
  double leverage = 0;  // by how much the slope changes if all points from here on are lifted
  for (std::size_t i = x.size() - 1; i > 0; --i) {
    leverage += (x[i] - mean) / spread;
    sum += leverage * leverage * steps[i];
  }
  return sum;
}

// The variances of the points of the window, in its units.
std::vector<double> variance_in(const Window& window, const TrendPoints& points,
                                const std::vector<double>& variance_by_cycle) {
  std::vector<double> values;
  values.reserve(window.size());
  const double unit = points.unit_bytes * points.unit_bytes;
  for (std::size_t i = points.x.size() - window.size(); i < points.x.size(); ++i) {
    values.push_back(variance_by_cycle[static_cast<std::size_t>(points.first_cycle[i])] / unit);
  }
  return values;
}

}  // namespace

std::optional<StackTrend> fit_stack(const TroughSeries& series,
                                    const std::vector<double>& sampling_variance) {
  const Result<TrendPoints> made = make_points(series, 0);
  if (!made.ok()) return std::nullopt;
  const TrendPoints& points = made.value();
  const Window window = make_window(points, WindowKind::after_warmup);
  if (!window.usable()) return std::nullopt;
  const auto [low, high] = std::minmax_element(window.y.begin(), window.y.end());
  if (*low == *high) return StackTrend{};

  const Posterior line = fit_line(points, window);
  const double mean = line.mean_rate(RateKind::underlying);
  const std::vector<double> steps =
      steps_of_variance(window.y, variance_in(window, points, sampling_variance));
  const double deviation =
      std::sqrt(posterior_variance(line, mean) + slope_variance(window.x, steps));
  const double bytes_per_rate = points.unit_bytes / points.span_requests;
  const double width = student_t_quantile(0.975, line.degrees) * deviation;
  StackTrend result;
  result.rate = {mean * bytes_per_rate, (mean - width) * bytes_per_rate,
                 (mean + width) * bytes_per_rate};
  result.p_value = student_t_below(-mean / deviation, line.degrees);
  return result;
}

}  // namespace ttsoak
