#include "reports/trend/posterior.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

#include "reports/trend/reproducible_math.h"

namespace ttsoak::trend {
namespace {

double slope_factor(const Posterior::Component& component, RateKind kind) {
  return kind == RateKind::at_end ? component.end_slope : 0;
}

// The distribution of the rate by one component: Student's t, moved and stretched.
struct RateDensity {
  double weight = 0, centre = 0, width = 0;
};

RateDensity density(const Posterior::Component& component, int degrees, RateKind kind) {
  const double k = slope_factor(component, kind);
  return {component.weight, component.fit.rate(k),
          std::sqrt(component.fit.square_sum / degrees * component.fit.rate_variance(k))};
}

// For an interval people read, the lightest components, .1 % together, cost time and change
// nothing.
std::vector<RateDensity> heaviest(const Posterior& posterior, RateKind kind) {
  std::vector<RateDensity> densities;
  for (const auto& component : posterior.components)
    densities.push_back(density(component, posterior.degrees, kind));
  std::stable_sort(densities.begin(), densities.end(),
                   [](const RateDensity& a, const RateDensity& b) { return a.weight > b.weight; });
  double sum = 0;
  std::size_t kept = 0;
  while (kept < densities.size() && sum < 0.999) sum += densities[kept++].weight;
  densities.resize(kept);
  for (RateDensity& d : densities) d.weight /= sum;
  return densities;
}

// The rate below which `chance` of the mixture lies.
double quantile(const std::vector<RateDensity>& mixture, int degrees, double chance) {
  const double t = t_below_which(chance, degrees);
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const RateDensity& d : mixture) {
    low = std::min(low, d.centre + t * d.width);
    high = std::max(high, d.centre + t * d.width);
  }
  const auto excess = [&](double rate) {
    double below = 0;
    for (const RateDensity& d : mixture)
      below += d.weight * chance_below((rate - d.centre) / d.width, degrees);
    return below - chance;
  };
  // The quantile of a mixture lies between those of its parts; with one part both are the same.
  const double at_low = excess(low);
  const double at_high = excess(high);
  if (at_low >= 0) return low;
  if (at_high <= 0) return high;
  // A hundred-thousandth of the bracket: more digits than anybody reads, in about ten steps.
  const auto close = [&](double a, double b) { return b - a <= 1e-5 * (high - low); };
  std::uintmax_t steps = 60;
  const auto bracket =
      boost::math::tools::toms748_solve(excess, low, high, at_low, at_high, close, steps);
  return (bracket.first + bracket.second) / 2;
}

}  // namespace

double Posterior::chance_over(double budget, RateKind kind) const {
  if (components.empty()) return 0.5;
  double chance = 0;
  for (const Component& component : components) {
    const RateDensity d = density(component, degrees, kind);
    chance += d.weight * chance_below((d.centre - budget) / d.width, degrees);
  }
  return chance;
}

double Posterior::mean_rate(RateKind kind) const {
  double sum = 0;
  for (const Component& component : components)
    sum += component.weight * component.fit.rate(slope_factor(component, kind));
  return sum;
}

double Posterior::rate_deviation(RateKind kind) const {
  const double mean = mean_rate(kind);
  double sum = 0;
  for (const Component& component : components) {
    const RateDensity d = density(component, degrees, kind);
    sum += d.weight * ((d.centre - mean) * (d.centre - mean) + d.width * d.width);
  }
  return std::sqrt(sum);
}

Interval Posterior::interval95(RateKind kind) const {
  const std::vector<RateDensity> mixture = heaviest(*this, kind);
  if (mixture.empty()) return {};
  return {quantile(mixture, degrees, 0.025), quantile(mixture, degrees, 0.975)};
}

}  // namespace ttsoak::trend
