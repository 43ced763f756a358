#pragma once

#include <memory>

#include "reports/trend/growth.h"
#include "reports/trend/posterior.h"

namespace ttsoak::trend {

// Everything fitted to one series. second_half has a line only.
struct Evidence {
  std::shared_ptr<const TrendDesign> design;
  Window almost_all, after_warmup, second_half;
  WindowFits almost_all_fits, after_warmup_fits, second_half_fits;
};

// Which description of the run is trusted.
enum class Mode {
  whole_run,     // a line over almost the whole run: no warm-up is visible
  warmup_fits,   // a transient over almost the whole run explains the warm-up
  tail_line,     // the warm-up is dropped, a line over the rest
  tail_bend,     // the warm-up is dropped, a transient over the rest
  nothing_fits,  // only the second half behaves
};

enum class Obstacle {
  none,
  uncertain,              // the interval of the rate spans the budget
  still_slowing,          // too fast now, but the growth bends down and may level off below it
  second_half_disagrees,  // the run as a whole grows too fast, its second half does not
  late_onset_suspected,   // within budget, but growth may have set in late
};

// A decision and the fit it rests on. The pointers are into the Evidence.
struct Judgement {
  Mode mode = Mode::whole_run;
  GrowthDecision decision = GrowthDecision::inconclusive;
  Obstacle obstacle = Obstacle::none;
  GrowthShape shape = GrowthShape::linear;
  const Window* window = nullptr;
  const Posterior* posterior = nullptr;
  const std::vector<Shape>* shapes = nullptr;  // of the posterior; nullptr for a line
  RateKind kind = RateKind::underlying;
  double chance_over = 0.5;
};

// Whether a curve that levels off describes the window far better than a line.
bool is_bent(const WindowFits& fits);

Judgement judge(const Evidence& evidence, double budget, const GrowthRules& rules);

}  // namespace ttsoak::trend
