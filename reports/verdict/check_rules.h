#pragma once

#include <vector>

#include "reports/record/run_record.h"
#include "reports/verdict/report.h"

namespace ttsoak {

// The thresholds that were written as expressions, each against what was measured. One whose figure
// does not exist, since no request succeeded, is inconclusive and never met.
std::vector<ThresholdResult> check_rules(const RunRecord& record);

}  // namespace ttsoak
