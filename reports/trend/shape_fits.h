#pragma once

#include <vector>

#include "reports/trend/least_squares.h"
#include "reports/trend/shapes.h"

namespace ttsoak::trend {

// LeastSquares under one error model, for many shapes at once and for any values at the points of
// one window. What does not depend on the values is done once: a verdict tries 57 shapes under 38
// models, and thousands of series may have the same points.
class ShapeFits {
 public:
  // The window must be usable(). Its values are not used.
  ShapeFits(const Window& window, const ErrorModel& model, const std::vector<Shape>& shapes);

  struct Fits {
    Fit line;
    std::vector<Fit> bent;  // by shape; bend_variance is 0 as in LeastSquares::with()
  };
  [[nodiscard]] Fits fit(const std::vector<double>& y) const;

 private:
  void centre(std::vector<double>& whitened) const;

  std::vector<std::size_t> begin_;
  Whitener whitener_;
  std::vector<double> ones_, level_weight_, x_;
  double x_square_ = 0;
  Fit line_;               // what does not depend on the values
  std::vector<Fit> bent_;  // by shape, as line_
  // What level and slope leave of each shape, whitened: points by shapes, so that the loops run
  // over neighbours in memory.
  std::vector<double> rest_;
};

}  // namespace ttsoak::trend
