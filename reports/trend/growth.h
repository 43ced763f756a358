#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ttsoak {

// One trough per cycle of equal work, in order.
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
  std::vector<double> fit_requests, fit_bytes;              // the fitted curve, for drawing
  std::vector<double> fit_lower_bytes, fit_upper_bytes;     // its pointwise 95 % band
  // When inconclusive: about how many requests in all would decide; 0 = cannot be said.
  std::int64_t requests_to_decide = 0;
  std::string why;  // one sentence: what decided, or what stands in the way
};

}  // namespace ttsoak
