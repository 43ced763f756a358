#pragma once

#include <span>
#include <vector>

#include "reports/trend/error_models.h"
#include "reports/trend/window.h"

namespace ttsoak::trend {

// A fit of y = level of the lifetime + slope * x [+ bend * shape] under one error model.
//
// The rate `slope + k * bend` has the variance s2 * rate_variance(k), s2 = square_sum / degrees of
// freedom.
struct Fit {
  double slope = 0;
  double bend = 0;
  double square_sum = 0;       // of the whitened residuals
  double log_determinant = 0;  // of X'V^-1X
  double slope_variance = 0;   // of the slope alone, without a shape
  double tilt = 0;             // how much slope one unit of the shape looks like
  double bend_variance = 0;    // 0 without a shape

  [[nodiscard]] double rate(double k) const { return slope + k * bend; }
  [[nodiscard]] double rate_variance(double k) const {
    return slope_variance + (k - tilt) * (k - tilt) * bend_variance;
  }
};

// Fits to one window under one error model. What all shapes have in common is done once.
class LeastSquares {
 public:
  // The window must be usable() and outlive this.
  LeastSquares(const Window& window, const ErrorModel& model);

  [[nodiscard]] Fit line() const;

  // bend_variance is 0 where the shape cannot be told from a level and a slope in this window.
  [[nodiscard]] Fit with(std::span<const double> shape) const;

  // The fitted values at the points of the window, and their variances in units of s2.
  // `shape` is empty for a line.
  struct Curve {
    std::vector<double> value, variance;
  };
  [[nodiscard]] Curve curve(const Fit& fit, std::span<const double> shape) const;

 private:
  // A whitened column without what the levels explain of it; `mean` is that, by lifetime.
  struct Centred {
    std::vector<double> values, mean;
  };
  [[nodiscard]] Centred centre(std::span<const double> column) const;

  const Window& window_;
  Whitener whitener_;
  std::vector<double> ones_;          // whitened column of ones
  std::vector<double> level_weight_;  // its square sum, by lifetime
  Centred x_, y_;
  std::vector<double> line_residual_;
  Fit line_;
};

}  // namespace ttsoak::trend
