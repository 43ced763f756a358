#pragma once

#include "reports/compare/compare_runs.h"
#include "reports/trend/growth.h"

namespace ttsoak {

// A finished run with these troughs, 25 requests a cycle, on one and the same machine.
RunRecord record_of(const TroughSeries& troughs);

// The same of 40 cycles that rise by `bytes_per_request` from `level`.
RunRecord straight_record(double level, double bytes_per_request);

}  // namespace ttsoak
