#include "reports/trend/growth.h"

#include <algorithm>
#include <cmath>

#include "reports/trend/fitted_curve.h"
#include "reports/trend/growth_words.h"
#include "reports/trend/requests_to_decide.h"
#include "reports/trend/weighed_series.h"
#include "reports/units/units.h"

namespace ttsoak::trend {
namespace {

Growth inconclusive(std::string why) {
  Growth growth;
  growth.why = std::move(why);
  return growth;
}

// Nothing grew, and there is no error to estimate: a fit would divide zero by zero.
Growth constant_growth(const TroughSeries& series, double budget) {
  Growth growth;
  growth.decision = GrowthDecision::pass;
  growth.chance_over_budget = 0;
  growth.fit_requests = series.requests;
  growth.fit_bytes = growth.fit_lower_bytes = growth.fit_upper_bytes = series.bytes;
  growth.why = explain(growth, budget, Obstacle::none);
  return growth;
}

Growth fitted_growth(const WeighedSeries& weighed, double budget, const GrowthRules& rules,
                     double requests_done) {
  const Judgement& judgement = weighed.judgement;
  const TrendPoints& points = *weighed.points;
  const double bytes_per_rate = points.unit_bytes / points.span_requests;
  const Interval interval = judgement.posterior->interval95(judgement.kind);
  Growth growth;
  growth.decision = judgement.decision;
  growth.shape = judgement.shape;
  growth.rate = judgement.posterior->mean_rate(judgement.kind) * bytes_per_rate;
  growth.lower95 = interval.lower * bytes_per_rate;
  growth.upper95 = interval.upper * bytes_per_rate;
  growth.chance_over_budget = judgement.chance_over;
  growth.warmup_cycles = judgement.window->first_cycle;
  draw_fit(growth, points, judgement);
  if (growth.decision == GrowthDecision::inconclusive) {
    const bool levels_off = judgement.shape == GrowthShape::saturating;
    const RateKind kind = levels_off ? RateKind::underlying : judgement.kind;
    // A curve has to run out before its end is within budget; measured, twice the run is too short.
    const double least_times = judgement.obstacle == Obstacle::still_slowing ? 3 : 1.25;
    growth.requests_to_decide = requests_to_decide(
        judgement.posterior->mean_rate(kind), judgement.posterior->interval95(kind), points.budget,
        rules, requests_done, least_times);
  }
  growth.why = explain(growth, budget, judgement.obstacle);
  return growth;
}

// Whatever the fit says, there is no decision yet. `requests_done` is 0 if unknown.
void hold_back(Growth& growth, int cycles, int min_cycles, double requests_done) {
  growth.decision = GrowthDecision::inconclusive;
  growth.why = "only " + std::to_string(cycles) + " of the " + std::to_string(min_cycles) +
               " cycles that it takes to tell a warm-up from a leak: " +
               std::to_string(min_cycles - cycles) + " more are needed";
  if (cycles == 0) return;
  const std::int64_t needed = round_up_to_two_digits(requests_done / cycles * min_cycles);
  growth.requests_to_decide = std::max(growth.requests_to_decide, needed);
  if (needed > 0) growth.why += ", about " + format_count(needed) + " requests in all";
}

}  // namespace

Growth describe(const WeighedSeries& weighed, const TroughSeries& series,
                double budget_bytes_per_request, const GrowthRules& rules) {
  Growth growth;
  const int cycles = static_cast<int>(series.requests.size());
  if (cycles < 2) {
    hold_back(growth, cycles, std::max(rules.min_cycles, 2), 0);
    return growth;
  }
  if (!weighed.points) return inconclusive(weighed.refusal);
  const double requests_done = series.requests.back();
  growth = weighed.constant ? constant_growth(series, budget_bytes_per_request)
           : !weighed.evidence
               ? inconclusive(weighed.refusal)
               : fitted_growth(weighed, budget_bytes_per_request, rules, requests_done);
  if (cycles < rules.min_cycles) hold_back(growth, cycles, rules.min_cycles, requests_done);
  return growth;
}

}  // namespace ttsoak::trend

namespace ttsoak {

Growth judge_growth(const TroughSeries& series, double budget_bytes_per_request,
                    const GrowthRules& rules) {
  return trend::describe(trend::weigh_series(series, budget_bytes_per_request, rules), series,
                         budget_bytes_per_request, rules);
}

}  // namespace ttsoak
