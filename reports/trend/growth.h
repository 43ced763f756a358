#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reports/trend/growth_rules.h"

namespace ttsoak {

// One trough per cycle of equal work, in order. The three vectors have the same length.
struct TroughSeries {
  std::vector<double> requests;  // completed since the run began, at the end of the cycle
  std::vector<double> bytes;     // the trough
  std::vector<int> lifetime;     // same number = same process lifetime; never decreases
};

enum class GrowthDecision { fail, pass, inconclusive };

// What the growth looks like, for people and for the chart.
enum class GrowthShape {
  linear,      // a straight line describes it after the warm-up that was dropped
  saturating,  // a filling cache or a warm-up: the rate falls, the rate at the end counts
  late_onset,  // flat, then growing
  unsettled,   // none of these fits well
};

// The trend of one series against one budget. Rates are bytes per request.
struct Growth {
  GrowthDecision decision = GrowthDecision::inconclusive;
  GrowthShape shape = GrowthShape::linear;
  double rate = 0;                  // best estimate of the rate that counts (at the end of the run)
  double lower95 = 0, upper95 = 0;  // its 95 % interval
  double chance_over_budget = 0.5;  // posterior probability that the rate exceeds the budget
  int warmup_cycles = 0;            // cycles at the start that the fit did not use
  std::vector<double> fit_requests, fit_bytes;           // the fitted curve, for drawing
  std::vector<double> fit_lower_bytes, fit_upper_bytes;  // its pointwise 95 % band
  // When inconclusive: about how many requests in all would decide; 0 = cannot be said.
  std::int64_t requests_to_decide = 0;
  std::string why;  // one sentence: what decided, or what stands in the way
};

// Judges whether `series` grows by more than `budget_bytes_per_request`.
//
// Troughs are autocorrelated and curved in ways nobody knows beforehand. A single assumption about
// either (white noise, a straight line, AR(1) with an estimated coefficient) is confidently wrong
// on some server. So the rate is estimated by generalised least squares under 38 error models, from
// white noise to almost a random walk, and under shapes from a line over warm-ups to a late onset;
// every combination counts by its restricted likelihood. The answer is a probability that the rate
// exceeds the budget, which the rules turn into fail, pass or inconclusive.
//
// - Below rules.min_cycles the decision is inconclusive, whatever the series looks like.
// - More than 160 cycles are averaged, neighbours first and never across lifetimes, to 160 points
//   at most (more only if there are more lifetimes than that). This keeps the correlation between
//   points inside the range the error models cover and the method was measured at. All window
//   lengths below count points.
// - Warm-up is counted in points, not in requests (a fifth of the run, with restarts half of a
//   lifetime but 9 points at most): what a fit needs is points, and nobody knows how many requests
//   a server warms up for. Time constants of warm-ups are in requests, from 3 % to 150 % of the
//   longest lifetime.
// - Onsets in the last fifth of the run are not looked for; a leak that stops half way may pass.
// - With errors that are a random walk hidden under larger white noise, or correlated by .95 and
//   more over 40 cycles, a rate *at* the budget fails more often than `alpha_fail` says.
//
// Pure and deterministic: no randomness, no clock. Cost is linear in cycles and in lifetimes.
// Values that cannot be judged (not finite, beyond 2^63, requests that run backwards, lengths that
// differ) give inconclusive with the reason in `why`, never an abort.
// Sources: Harville (1977), JASA 72(358), 320-338, for restricted likelihood; Kass and Raftery
// (1995), JASA 90(430), 773-795, for the evidence between shapes.
Growth judge_growth(const TroughSeries& series, double budget_bytes_per_request,
                    const GrowthRules& rules);

}  // namespace ttsoak
