#include "reports/trend/shape_fits.h"

#include <cmath>
#include <cstddef>
#include <numeric>

#include "reports/trend/reproducible_math.h"

namespace ttsoak::trend {
namespace {

// Square of the share of a shape that must be left once level and slope are taken out.
constexpr double kLeastShare = 1e-20;

// Share of the square sum that a shape must leave for the difference to have digits enough.
constexpr double kLeastRest = 1e-5;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

ShapeFits::ShapeFits(const Window& window, const ErrorModel& model,
                     const std::vector<Shape>& shapes)
    : begin_(window.begin),
      whitener_(model, begin_),
      ones_(whitener_.apply(std::vector<double>(window.size(), 1.0))) {
  const std::size_t n = window.size();
  const std::size_t count = shapes.size();
  for (std::size_t life = 0; life < window.lifetimes(); ++life) {
    double sum = 0;
    for (std::size_t i = begin_[life]; i < begin_[life + 1]; ++i) sum += ones_[i] * ones_[i];
    level_weight_.push_back(sum);
    line_.log_determinant += reproducible_log(sum);
  }
  x_ = whitener_.apply(window.x);
  centre(x_);
  x_square_ = dot(x_, x_);
  line_.slope_variance = 1 / x_square_;
  line_.log_determinant += reproducible_log(x_square_);

  rest_.resize(n * count);
  std::vector<double> whole(count, 0);
  for (std::size_t s = 0; s < count; ++s) {
    std::vector<double> column = whitener_.apply(shapes[s].column);
    centre(column);
    whole[s] = dot(column, column);
    for (std::size_t i = 0; i < n; ++i) rest_[i * count + s] = column[i];
  }
  std::vector<double> tilt(count, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t s = 0; s < count; ++s) tilt[s] += x_[i] * rest_[i * count + s];
  for (double& one : tilt) one *= line_.slope_variance;
  std::vector<double> square(count, 0);
  for (std::size_t i = 0; i < n; ++i) {
    double* const row = rest_.data() + i * count;
    for (std::size_t s = 0; s < count; ++s) {
      row[s] -= tilt[s] * x_[i];
      square[s] += row[s] * row[s];
    }
  }
  bent_.assign(count, line_);
  for (std::size_t s = 0; s < count; ++s) {
    bent_[s].tilt = tilt[s];
    if (!(square[s] > kLeastShare * whole[s])) continue;
    bent_[s].bend_variance = 1 / square[s];
    bent_[s].log_determinant += reproducible_log(square[s]);
  }
}

// Takes out what the levels explain.
void ShapeFits::centre(std::vector<double>& whitened) const {
  for (std::size_t life = 0; life + 1 < begin_.size(); ++life) {
    double sum = 0;
    for (std::size_t i = begin_[life]; i < begin_[life + 1]; ++i) sum += ones_[i] * whitened[i];
    const double mean = sum / level_weight_[life];
    for (std::size_t i = begin_[life]; i < begin_[life + 1]; ++i) whitened[i] -= mean * ones_[i];
  }
}

ShapeFits::Fits ShapeFits::fit(const std::vector<double>& y) const {
  std::vector<double> residual = whitener_.apply(y);
  centre(residual);
  Fits fits{line_, bent_};
  fits.line.slope = dot(x_, residual) * line_.slope_variance;
  for (std::size_t i = 0; i < residual.size(); ++i) residual[i] -= fits.line.slope * x_[i];
  fits.line.square_sum = dot(residual, residual);

  const std::size_t count = bent_.size();
  std::vector<double> common(count, 0);
  for (std::size_t i = 0; i < residual.size(); ++i) {
    const double* const row = rest_.data() + i * count;
    for (std::size_t s = 0; s < count; ++s) common[s] += row[s] * residual[i];
  }
  for (std::size_t s = 0; s < count; ++s) {
    Fit& fit = fits.bent[s];
    fit.bend = common[s] * fit.bend_variance;
    fit.slope = fits.line.slope - fit.tilt * fit.bend;
    fit.square_sum = fits.line.square_sum - common[s] * fit.bend;
    if (fit.square_sum < kLeastRest * fits.line.square_sum) {
      fit.square_sum = 0;
      for (std::size_t i = 0; i < residual.size(); ++i) {
        const double left = residual[i] - fit.bend * rest_[i * count + s];
        fit.square_sum += left * left;
      }
    }
  }
  return fits;
}

}  // namespace ttsoak::trend
