#include "reports/trend/trend_design.h"

#include "reports/trend/error_models.h"

namespace ttsoak::trend {
namespace {

WindowDesign design_window(const TrendPoints& points, WindowKind kind) {
  WindowDesign design;
  design.window = make_window(points, kind);
  if (!design.window.usable()) return design;
  // The second half of a run is too short for more than a line.
  std::vector<Shape> shapes;
  if (kind != WindowKind::second_half) {
    design.transients = transient_shapes(points, design.window);
    design.late_onsets = late_onset_shapes(design.window);
    shapes = design.transients;
    shapes.insert(shapes.end(), design.late_onsets.begin(), design.late_onsets.end());
  }
  for (const ErrorModel& model : error_models())
    design.fits.emplace_back(design.window, model, shapes);
  return design;
}

// Of this thread.
struct Kept {
  TrendPoints points;
  std::weak_ptr<const TrendDesign> design;
  std::shared_ptr<const TrendDesign> holder;  // null without a keeper
  int keepers = 0;
};
thread_local Kept t_kept;

bool are_same(const TrendPoints& a, const TrendPoints& b) {
  return a.x == b.x && a.age == b.age && a.lifetime == b.lifetime &&
         a.first_cycle == b.first_cycle && a.end_age == b.end_age && a.longest_age == b.longest_age;
}

}  // namespace

std::shared_ptr<const TrendDesign> design_for(const TrendPoints& points) {
  Kept& kept = t_kept;
  std::shared_ptr<const TrendDesign> design = kept.design.lock();
  if (design && are_same(kept.points, points)) return design;
  kept.holder.reset();  // before the next one is made: one is large enough
  design = std::make_shared<const TrendDesign>(
      TrendDesign{design_window(points, WindowKind::almost_all),
                  design_window(points, WindowKind::after_warmup),
                  design_window(points, WindowKind::second_half)});
  kept.points = points;
  kept.design = design;
  if (kept.keepers > 0) kept.holder = design;
  return design;
}

DesignKeeper::DesignKeeper() { ++t_kept.keepers; }

DesignKeeper::~DesignKeeper() {
  if (--t_kept.keepers == 0) t_kept = {};
}

}  // namespace ttsoak::trend
