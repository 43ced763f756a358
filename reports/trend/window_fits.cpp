#include <algorithm>
#include <cmath>
#include <limits>

#include "reports/trend/posterior.h"
#include "reports/trend/reproducible_math.h"

namespace ttsoak::trend {
namespace {

constexpr double kNegligible = 1e-9;  // posterior weight
constexpr double kNever = -std::numeric_limits<double>::infinity();

// All members of one family, with log weights instead of weights until normalised.
struct Candidates {
  std::vector<Posterior::Component> components;
  std::vector<double> plain_log_determinant;  // of X'X, by shape
};

// The restricted likelihood of a fit, its error variance integrated out. Dividing by det X'X makes
// it the same whatever the units of the columns.
double log_restricted_likelihood(const Fit& fit, int degrees, double plain_log_determinant) {
  return -degrees / 2.0 * reproducible_log(fit.square_sum) -
         (fit.log_determinant - plain_log_determinant) / 2;
}

void add(Candidates& all, Posterior::Component component, int degrees, double log_prior,
         const TrendPoints& points) {
  // The first error model is white noise: its X'V^-1X is X'X.
  if (component.model == 0) all.plain_log_determinant.push_back(component.fit.log_determinant);
  Fit& fit = component.fit;
  fit.square_sum = std::max(fit.square_sum, points.least_square_sum);
  component.weight = log_prior + log_restricted_likelihood(
                                     fit, degrees, all.plain_log_determinant[component.shape]);
  all.components.push_back(component);
}

Posterior normalised(const Candidates& all, int degrees) {
  Posterior posterior;
  posterior.degrees = degrees;
  posterior.least_square_sum = std::numeric_limits<double>::infinity();
  double top = kNever;
  for (const auto& component : all.components) {
    top = std::max(top, component.weight);
    posterior.least_square_sum = std::min(posterior.least_square_sum, component.fit.square_sum);
  }
  posterior.evidence = top;
  if (top == kNever) return posterior;
  double sum = 0;
  for (const auto& component : all.components) sum += reproducible_exp(component.weight - top);
  posterior.evidence += reproducible_log(sum);
  for (Posterior::Component component : all.components) {
    component.weight = reproducible_exp(component.weight - top) / sum;
    posterior.innovation_variance += component.weight * component.fit.square_sum / degrees;
    if (component.weight > kNegligible) posterior.components.push_back(component);
  }
  return posterior;
}

// Makes the evidence of a family with one coefficient more comparable with that of the line.
void price_extra_coefficient(Posterior& family, std::size_t points, double line_square_sum) {
  family.evidence -=
      (reproducible_log(static_cast<double>(points)) + reproducible_log(line_square_sum)) / 2;
}

// All members of a family under one error model; their fits stand together from `first` on.
void add_family(Candidates& all, const std::vector<Fit>& fits, std::size_t first,
                const std::vector<Shape>& shapes, std::size_t model, int degrees,
                const TrendPoints& points) {
  const double log_prior =
      error_models()[model].log_prior - reproducible_log(static_cast<double>(shapes.size()));
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    const Fit& fit = fits[first + shape];
    // A bend below zero is another disease (growth that speeds up from the start, or slows down
    // after an onset) and no member of the family.
    const bool member = fit.bend_variance > 0 && fit.bend > 0;
    add(all, {fit, 0, shapes[shape].end_slope, model, shape}, degrees, member ? log_prior : kNever,
        points);
  }
}

}  // namespace

Posterior fit_line(const TrendPoints& points, const Window& window) {
  Candidates line;
  const int degrees = static_cast<int>(window.size() - window.lifetimes()) - 1;
  for (std::size_t model = 0; model < error_models().size(); ++model) {
    const ErrorModel& errors = error_models()[model];
    add(line, {LeastSquares(window, errors).line(), 0, 0, model, 0}, degrees, errors.log_prior,
        points);
  }
  return normalised(line, degrees);
}

WindowFits fit_window(const TrendPoints& points, const Window& window, const WindowDesign& design) {
  WindowFits result;
  Candidates line;
  Candidates transient;
  Candidates late;
  const int line_degrees = static_cast<int>(window.size() - window.lifetimes()) - 1;
  const int bent_degrees = line_degrees - 1;
  const bool bends = !design.transients.empty();
  for (std::size_t model = 0; model < error_models().size(); ++model) {
    const ShapeFits::Fits fits = design.fits[model].fit(window.y);
    add(line, {fits.line, 0, 0, model, 0}, line_degrees, error_models()[model].log_prior, points);
    if (!bends) continue;
    add_family(transient, fits.bent, 0, design.transients, model, bent_degrees, points);
    add_family(late, fits.bent, design.transients.size(), design.late_onsets, model, bent_degrees,
               points);
  }
  result.line = normalised(line, line_degrees);
  if (bends) {
    result.transient = normalised(transient, bent_degrees);
    result.late_onset = normalised(late, bent_degrees);
    price_extra_coefficient(result.transient, window.size(), result.line.least_square_sum);
    price_extra_coefficient(result.late_onset, window.size(), result.line.least_square_sum);
  }
  return result;
}

}  // namespace ttsoak::trend
