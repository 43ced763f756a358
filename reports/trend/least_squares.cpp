#include "reports/trend/least_squares.h"

#include <cmath>
#include <cstddef>
#include <numeric>

#include "reports/trend/reproducible_math.h"

namespace ttsoak::trend {
namespace {

// Square of the share of a shape that must be left once level and slope are taken out.
constexpr double kLeastShare = 1e-20;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// a - factor * b
std::vector<double> without(std::vector<double> a, double factor, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= factor * b[i];
  return a;
}

}  // namespace

// The levels of different lifetimes never meet in a row, so taking them out is one subtraction per
// lifetime. That leaves at most two columns, and regression on two columns needs no matrix.
LeastSquares::LeastSquares(const Window& window, const ErrorModel& model)
    : window_(window),
      whitener_(model, window.begin),
      ones_(whitener_.apply(std::vector<double>(window.size(), 1.0))) {
  for (std::size_t life = 0; life < window.lifetimes(); ++life) {
    double sum = 0;
    for (std::size_t i = window.begin[life]; i < window.begin[life + 1]; ++i)
      sum += ones_[i] * ones_[i];
    level_weight_.push_back(sum);
    line_.log_determinant += reproducible_log(sum);
  }
  x_ = centre(window.x);
  y_ = centre(window.y);
  const double xx = dot(x_.values, x_.values);
  line_.slope = dot(x_.values, y_.values) / xx;
  line_.slope_variance = 1 / xx;
  line_.log_determinant += reproducible_log(xx);
  line_residual_ = without(y_.values, line_.slope, x_.values);
  line_.square_sum = dot(line_residual_, line_residual_);
}

LeastSquares::Centred LeastSquares::centre(std::span<const double> column) const {
  Centred centred{whitener_.apply(column), {}};
  for (std::size_t life = 0; life < window_.lifetimes(); ++life) {
    double sum = 0;
    for (std::size_t i = window_.begin[life]; i < window_.begin[life + 1]; ++i)
      sum += ones_[i] * centred.values[i];
    const double mean = sum / level_weight_[life];
    centred.mean.push_back(mean);
    for (std::size_t i = window_.begin[life]; i < window_.begin[life + 1]; ++i)
      centred.values[i] -= mean * ones_[i];
  }
  return centred;
}

Fit LeastSquares::line() const { return line_; }

Fit LeastSquares::with(std::span<const double> shape) const {
  Fit fit = line_;
  const Centred centred = centre(shape);
  fit.tilt = dot(x_.values, centred.values) * line_.slope_variance;
  const std::vector<double> rest = without(centred.values, fit.tilt, x_.values);
  const double square = dot(rest, rest);
  if (!(square > kLeastShare * dot(centred.values, centred.values))) return fit;
  fit.bend = dot(rest, line_residual_) / square;
  fit.bend_variance = 1 / square;
  fit.slope -= fit.tilt * fit.bend;
  fit.log_determinant += reproducible_log(square);
  const std::vector<double> residual = without(line_residual_, fit.bend, rest);
  fit.square_sum = dot(residual, residual);
  return fit;
}

LeastSquares::Curve LeastSquares::curve(const Fit& fit, std::span<const double> shape) const {
  Curve curve;
  const Centred centred = shape.empty() ? Centred{} : centre(shape);
  for (std::size_t life = 0; life < window_.lifetimes(); ++life) {
    for (std::size_t i = window_.begin[life]; i < window_.begin[life + 1]; ++i) {
      const double dx = window_.x[i] - x_.mean[life];
      const double dh = shape.empty() ? 0 : shape[i] - centred.mean[life];
      const double off = dh - dx * fit.tilt;
      curve.value.push_back(y_.mean[life] + fit.slope * dx + fit.bend * dh);
      curve.variance.push_back(1 / level_weight_[life] + dx * dx * fit.slope_variance +
                               off * off * fit.bend_variance);
    }
  }
  return curve;
}

}  // namespace ttsoak::trend
