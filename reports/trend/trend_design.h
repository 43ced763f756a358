#pragma once

#include <memory>
#include <vector>

#include "reports/trend/shape_fits.h"
#include "reports/trend/shapes.h"
#include "reports/trend/window.h"

namespace ttsoak::trend {

// Everything about one window of a run that does not depend on the values measured.
struct WindowDesign {
  Window window;  // its values are those of the series that came first, and of no meaning
  std::vector<Shape> transients, late_onsets;
  std::vector<ShapeFits> fits;  // by error model; of the transients, then of the late onsets
};

// The same of the three windows. Empty where a window is not usable().
struct TrendDesign {
  WindowDesign almost_all, after_warmup, second_half;
};

// The design for these points. Kept by each thread for the next series with the same points, as
// cycles of equal work have: it costs ten times what a fit does. 6 MB for 160 points.
std::shared_ptr<const TrendDesign> design_for(const TrendPoints& points);

}  // namespace ttsoak::trend
