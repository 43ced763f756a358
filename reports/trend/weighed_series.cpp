#include "reports/trend/weighed_series.h"

#include <algorithm>
#include <utility>

namespace ttsoak::trend {
namespace {

bool is_constant(const std::vector<double>& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [&](double b) { return b == bytes.front(); });
}

// Null where the process lifetimes leave too little to fit.
std::unique_ptr<Evidence> gather_evidence(const TrendPoints& points) {
  auto evidence = std::make_unique<Evidence>();
  evidence->almost_all = make_window(points, WindowKind::almost_all);
  evidence->after_warmup = make_window(points, WindowKind::after_warmup);
  evidence->second_half = make_window(points, WindowKind::second_half);
  for (const Window* window :
       {&evidence->almost_all, &evidence->after_warmup, &evidence->second_half}) {
    if (!window->usable()) return nullptr;
  }
  evidence->design = design_for(points);
  const TrendDesign& design = *evidence->design;
  evidence->almost_all_fits = fit_window(points, evidence->almost_all, design.almost_all);
  evidence->after_warmup_fits = fit_window(points, evidence->after_warmup, design.after_warmup);
  evidence->second_half_fits = fit_window(points, evidence->second_half, design.second_half);
  return evidence;
}

}  // namespace

WeighedSeries weigh_series(const TroughSeries& series, double budget_bytes_per_request,
                           const GrowthRules& rules) {
  WeighedSeries weighed;
  const int cycles = static_cast<int>(series.requests.size());
  if (cycles < 2) {
    weighed.refusal = "there are fewer than 2 cycles";
    return weighed;
  }
  Result<TrendPoints> points = make_points(series, budget_bytes_per_request);
  if (!points.ok()) {
    weighed.refusal = points.error().message;
    return weighed;
  }
  weighed.points = std::move(points).value();
  weighed.constant = is_constant(series.bytes);
  if (weighed.constant) {
    weighed.decision = GrowthDecision::pass;
  } else if ((weighed.evidence = gather_evidence(*weighed.points))) {
    weighed.judgement = judge(*weighed.evidence, weighed.points->budget, rules);
    weighed.decision = weighed.judgement.decision;
  } else {
    weighed.refusal =
        "the process lifetimes are too short to see a trend in: the second half of the run needs 8 "
        "cycles without warm-up and 6 more than lifetimes";
  }
  if (cycles < rules.min_cycles) weighed.decision = GrowthDecision::inconclusive;
  return weighed;
}

}  // namespace ttsoak::trend
