#include "reports/trend/fitted_curve.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "reports/trend/reproducible_math.h"

namespace ttsoak::trend {
namespace {

// A line on a chart does not show more: the heaviest components, 99 % of the posterior.
std::vector<Posterior::Component> heaviest(std::vector<Posterior::Component> components) {
  std::stable_sort(components.begin(), components.end(),
                   [](const auto& a, const auto& b) { return a.weight > b.weight; });
  double sum = 0;
  std::size_t kept = 0;
  while (kept < components.size() && sum < 0.99) sum += components[kept++].weight;
  components.resize(kept);
  for (auto& component : components) component.weight /= sum;
  return components;
}

}  // namespace

void draw_fit(Growth& growth, const TrendPoints& points, const Judgement& j) {
  const std::size_t n = j.window->size();
  std::vector<double> mean(n, 0);
  std::vector<double> square(n, 0);
  std::map<std::size_t, LeastSquares> by_model;
  for (const auto& component : heaviest(j.posterior->components)) {
    const auto fits =
        by_model.try_emplace(component.model, *j.window, error_models()[component.model]).first;
    const auto shape = j.shapes == nullptr
                           ? std::span<const double>()
                           : std::span<const double>((*j.shapes)[component.shape].column);
    const LeastSquares::Curve curve = fits->second.curve(component.fit, shape);
    const double s2 = component.fit.square_sum / j.posterior->degrees;
    for (std::size_t i = 0; i < n; ++i) {
      mean[i] += component.weight * curve.value[i];
      square[i] += component.weight * (curve.value[i] * curve.value[i] + s2 * curve.variance[i]);
    }
  }
  const double t = t_below_which(0.975, j.posterior->degrees);
  const auto bytes = [&](double y) { return points.base_bytes + y * points.unit_bytes; };
  for (std::size_t i = 0; i < n; ++i) {
    const double half = t * std::sqrt(std::max(0.0, square[i] - mean[i] * mean[i]));
    growth.fit_requests.push_back(points.origin_requests + j.window->x[i] * points.span_requests);
    growth.fit_bytes.push_back(bytes(mean[i]));
    growth.fit_lower_bytes.push_back(bytes(mean[i] - half));
    growth.fit_upper_bytes.push_back(bytes(mean[i] + half));
  }
}

}  // namespace ttsoak::trend
