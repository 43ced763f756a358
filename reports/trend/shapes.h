#pragma once

#include <vector>

#include "reports/trend/window.h"

namespace ttsoak::trend {

// What growth may have besides a level per lifetime and a slope: one column of the regression.
struct Shape {
  std::vector<double> column;  // its value at each point of the window
  double end_slope = 0;        // d column / dx at the last request of the run
};

// Warm-ups and filling caches: concave, with a rate that falls toward nothing, as 1 - exp(-t/tau),
// t / (t + tau) and log(1 + t/tau) over 48 time constants. Three families, because with
// exponentials alone a logarithm was always called a leak at first.
std::vector<Shape> transient_shapes(const TrendPoints& points, const Window& window);

// Growth that sets in late: flat until 40, 45, ... 80 % of the run, then a straight line.
std::vector<Shape> late_onset_shapes(const Window& window);

}  // namespace ttsoak::trend
