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

// The design for these points, the same one as long as somebody holds it and none for others was
// made since: series with the same points, as cycles of equal work have, share it. It costs ten
// times what a fit does, and takes 6 MB for 160 points.
std::shared_ptr<const TrendDesign> design_for(const TrendPoints& points);

// While one lives, its thread keeps its last design, for whoever judges many series one by one.
// Without, a verdict leaves nothing behind: the process that takes it may be the one that is
// judged.
class DesignKeeper {
 public:
  DesignKeeper();
  ~DesignKeeper();
  DesignKeeper(const DesignKeeper&) = delete;
  DesignKeeper& operator=(const DesignKeeper&) = delete;
};

}  // namespace ttsoak::trend
