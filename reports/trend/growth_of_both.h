#pragma once

#include <optional>

#include "reports/trend/growth.h"

namespace ttsoak {

// The growth of a target's RSS and of its exact live heap at the same troughs. A run is sound if
// both pass, and unsound if either fails.
struct GrowthOfBoth {
  Growth rss;
  // Absent: RSS was judged alone, because the live heap was not read, or at too few troughs.
  std::optional<Growth> live;

  [[nodiscard]] GrowthDecision decision() const;
};

// Judges RSS and live heap, each against its budget, in bytes per request.
//
// The live heap is far less noisy than RSS, in which a small leak hides among pages that the
// allocator keeps: so its growth alone is a FAIL. It is not all of RSS, so that it does not grow is
// no PASS: mappings, small Python objects and free pages that pile up are in RSS only.
//
// What the live heap can do for RSS is to explain a warm-up. RSS also passes where the live heap
// passes and RSS without the live heap would, raised by the highest rate that the live heap may
// still have. That holds as far as bytes of live heap are bytes of RSS, which blocks that were
// never written to are not: so it counts only where taking the live heap out brings RSS nearer to a
// straight line than it was. Whatever grows in RSS besides the live heap remains in the rest, and
// does not pass.
//
// With two series that may fail, each has half of alpha_fail and alpha_late, and rules.cautious is
// set. Source: tests/unit/reports/trend and `ttsoak calibrate` measure how often this errs.
//
// `live` may lack some of the cycles of `rss`; under nine tenths of them, it is not judged.
GrowthOfBoth judge_growth_of_both(const TroughSeries& rss, const TroughSeries& live,
                                  double rss_budget, double live_budget, const GrowthRules& rules);

}  // namespace ttsoak
