#include "reports/trend/shapes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "reports/trend/reproducible_math.h"

namespace ttsoak::trend {
namespace {

// `count` values from `first` to `last`, each the same factor above the one before.
std::vector<double> geometric(double first, double last, int count) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    values.push_back(first * reproducible_exp(reproducible_log(last / first) * i / (count - 1)));
  return values;
}

}  // namespace

// The columns leave out what a level takes up anyway (-exp(-t/tau) for 1 - exp(-t/tau)): the fit
// is the same, but digits are not lost where the curve has long flattened.
std::vector<Shape> transient_shapes(const TrendPoints& points, const Window& window) {
  // From 1.2 points on: a warm-up that is over by then is not seen. At 40 points that is .03 of the
  // run; with .03 at 160 points, what is left of a shorter one tilted the slope (at the budget, 38
  // % of the runs passed; 2 % do now).
  const double shortest =
      std::min(0.03, 1.2 / static_cast<double>(points.x.size())) * points.longest_age;
  const double longest = 1.5 * points.longest_age;
  const double end = points.end_age;
  std::vector<Shape> shapes;
  const auto add = [&](const auto& value, double end_slope) {
    Shape shape;
    shape.end_slope = end_slope;
    for (const double age : window.age) shape.column.push_back(value(age));
    shapes.push_back(std::move(shape));
  };
  for (const double tau : geometric(shortest, longest, 24)) {
    add([tau](double t) { return -reproducible_exp(-t / tau); },
        reproducible_exp(-end / tau) / tau);
  }
  for (const double tau : geometric(shortest, longest, 12)) {
    add([tau](double t) { return -tau / (t + tau); }, tau / ((end + tau) * (end + tau)));
    add([tau, end](double t) { return reproducible_log((t + tau) / (end + tau)); },
        1 / (end + tau));
  }
  return shapes;
}

std::vector<Shape> late_onset_shapes(const Window& window) {
  std::vector<Shape> shapes;
  for (int step = 0; step < 9; ++step) {
    const double onset = 0.4 + 0.05 * step;
    Shape shape;
    shape.end_slope = 1;
    for (const double x : window.x) shape.column.push_back(std::max(0.0, x - onset));
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

}  // namespace ttsoak::trend
