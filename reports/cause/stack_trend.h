#pragma once

#include <optional>
#include <vector>

#include "reports/trend/growth.h"

namespace ttsoak {

// A rate in bytes per completed request, with its 95 % interval.
struct Rate {
  double mean = 0, lower95 = 0, upper95 = 0;

  [[nodiscard]] double half_width() const { return (upper95 - lower95) / 2; }
};

struct StackTrend {
  Rate rate;
  double p_value = 1;  // one-sided: the chance of such a slope, or a steeper one, if nothing grew
};

// The slope of what one stack holds, after the warm-up that judge_growth() would drop: a line, by
// generalised least squares under the 38 error models of reports/trend, each counted by its
// restricted likelihood. A line and no bends, because what is asked of 2,000 stacks is which of
// them grow at all.
//
// `sampling_variance` (bytes squared, as long as the series) is how uncertain each point is because
// only samples were seen. Where blocks come and go, that shows as scatter around the line and needs
// no adding. Where they stay it does not: a block that was sampled by chance is in all later
// points, so that three samples make three clean steps. The variance that comes to stay is
// therefore carried through the slope as a random walk and added; some of it counts twice.
//
// The same holds for what is exact but rare. A table that doubled three times in the run lies close
// to a line, and the next doubling may never come: three events are known to 60 %, however exactly
// each is measured. So a rise that stays adds its square, times the share of troughs at which
// nothing changed; a stack that grows in every cycle has none of that.
//
// Absent where there are too few cycles for a line (judge_growth() needs 10 without restarts), or
// none with a request. `series` has one lifetime. Cost: about .2 ms for 160 points.
std::optional<StackTrend> fit_stack(const TroughSeries& series,
                                    const std::vector<double>& sampling_variance);

}  // namespace ttsoak
