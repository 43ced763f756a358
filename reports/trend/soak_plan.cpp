#include "reports/trend/soak_plan.h"

#include <algorithm>
#include <cmath>

#include "reports/trend/growth_rules.h"
#include "reports/trend/posterior.h"
#include "reports/trend/reproducible_math.h"
#include "reports/trend/trend_points.h"

namespace ttsoak {
namespace {

using namespace trend;

constexpr std::size_t kFewestCycles = 10;
constexpr int kMostCycles = 2560;
constexpr double kPower = 0.9;

// A run of `cycles` cycles of which only the requests matter.
Result<TrendPoints> blank_points(int cycles) {
  TroughSeries series;
  for (int i = 1; i <= cycles; ++i) {
    series.requests.push_back(i);
    series.bytes.push_back(0);
    series.lifetime.push_back(0);
  }
  return make_points(series, 1);
}

// Standard error of the rate, in bytes per cycle, after `cycles` cycles with the noise of `pilot`.
double rate_error(const Posterior& pilot, double unit_bytes, int cycles) {
  const Result<TrendPoints> points = blank_points(cycles);
  if (!points.ok()) return 0;
  const Window window = make_window(points.value(), WindowKind::after_warmup);
  // More than 160 cycles are averaged: what is left of white noise is less by as much, and of slow
  // noise all of it; the mean of both over the models is on the safe side.
  const double averaged =
      static_cast<double>(cycles) / static_cast<double>(points.value().x.size());
  double variance = 0;
  for (const Posterior::Component& component : pilot.components) {
    const ErrorModel& model = error_models()[component.model];
    const double scale = component.fit.square_sum / pilot.degrees;
    const double slow = model.rho > 0 ? 1 - model.white : 0;
    variance += component.weight * scale * (slow + (1 - slow) / averaged) *
                LeastSquares(window, model).line().slope_variance;
  }
  return std::sqrt(variance) * unit_bytes / points.value().span_requests;
}

SeriesNoise noise_of(const Posterior& line, double unit_bytes, const Window& window) {
  SeriesNoise noise;
  double variance = 0;
  for (const Posterior::Component& component : line.components) {
    const ErrorModel& model = error_models()[component.model];
    // The fit's variance is that of errors whose covariance has determinant 1; a point's own is
    // larger by the scale that took it there.
    const Whitener whitener(model, window.begin);
    const double first = whitener.apply(std::vector<double>(window.size(), 1.0)).front();
    variance += component.weight * component.fit.square_sum / line.degrees / (first * first);
    noise.correlation += component.weight * (1 - model.white) * model.rho;
  }
  noise.deviation_bytes = std::sqrt(variance) * unit_bytes;
  noise.cycles = static_cast<int>(window.size());
  return noise;
}

}  // namespace

std::optional<SoakPlan> plan_soak(const TroughSeries& pilot, double budget_bytes_per_request,
                                  double requests_per_cycle, double seconds_per_cycle) {
  if (pilot.requests.size() < kFewestCycles) return std::nullopt;
  const Result<TrendPoints> points = make_points(pilot, budget_bytes_per_request);
  if (!points.ok()) return std::nullopt;
  const Window window = make_window(points.value(), WindowKind::after_warmup);
  if (!window.usable()) return std::nullopt;
  const Posterior line = fit_line(points.value(), window);
  const double unit = points.value().unit_bytes;

  const GrowthRules rules;
  constexpr int kMany = 1000;  // degrees of freedom: the normal distribution
  const double power = t_below_which(kPower, kMany);
  const double to_fail = t_below_which(1 - rules.alpha_fail, kMany) + power;
  const double to_pass = t_below_which(1 - rules.alpha_pass, kMany) + power;
  const auto soak_of = [&](int cycles) {
    const double error = rate_error(line, unit, cycles) / requests_per_cycle;
    return PlannedSoak{cycles,
                       cycles * requests_per_cycle,
                       cycles * seconds_per_cycle,
                       error,
                       to_fail * error,
                       to_pass * error};
  };
  SoakPlan plan;
  plan.noise = noise_of(line, unit, window);
  for (int cycles = rules.min_cycles; cycles <= 640; cycles *= 2)
    plan.soaks.push_back(soak_of(cycles));
  for (int cycles = rules.min_cycles; cycles <= kMostCycles; cycles += std::max(1, cycles / 10)) {
    const PlannedSoak soak = soak_of(cycles);
    if (soak.least_room > budget_bytes_per_request) continue;
    plan.for_budget = soak;
    break;
  }
  return plan;
}

}  // namespace ttsoak
