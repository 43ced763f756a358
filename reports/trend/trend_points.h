#pragma once

#include <vector>

#include "probes/base/result.h"
#include "reports/trend/growth.h"

namespace ttsoak::trend {

// A TroughSeries made ready for fitting: checked, spikes taken out, at most 160 points, and in
// units near 1, so that neither pages nor terabytes lose digits.
struct TrendPoints {
  std::vector<double> x;         // requests since the run began, as a share of `span_requests`
  std::vector<double> age;       // requests since the lifetime began, same unit
  std::vector<double> y;         // bytes above `base_bytes`, in `unit_bytes`
  std::vector<int> lifetime;     // 0, 1, 2, ... without gaps
  std::vector<int> first_cycle;  // of the cycles averaged into the point, 0-based
  double origin_requests = 0, span_requests = 1;
  double base_bytes = 0, unit_bytes = 1;
  double end_age = 0, longest_age = 0;  // of the last lifetime, of the longest; as `age`
  double budget = 0;                    // in unit_bytes per span_requests
  // The smallest residual sum of squares to believe in: a millionth of what the budget allows in
  // the whole run, or rounding. Below it, evidence between models would be evidence about nothing.
  double least_square_sum = 0;

  [[nodiscard]] int lifetimes() const { return lifetime.back() + 1; }
};

// Errors: what in `series` or `budget` cannot be judged.
Result<TrendPoints> make_points(const TroughSeries& series, double budget_bytes_per_request);

// An isolated spike (a dump, a page-cache burst) becomes the median of the 5 cycles around it, if
// it is further away from that than 5.2 median steps between neighbours. A trend does not trigger
// it: within 5 cycles the median moves along. The first and last two cycles of a lifetime stay, and
// so do lifetimes under 7 cycles.
std::vector<double> without_spikes(const std::vector<double>& bytes,
                                   const std::vector<int>& lifetime);

}  // namespace ttsoak::trend
