#pragma once

#include "reports/record/run_record.h"
#include "reports/trend/growth_of_both.h"
#include "reports/verdict/report.h"

namespace ttsoak {

// Judges a run by its record alone: no clock, no /proc, the same record gives the same report.
//
// In this order: a target that crashed is FAIL; a run that cannot be judged is INVALID
// (invalid_reasons()); a broken threshold is FAIL; a growth that is not decided is INCONCLUSIVE;
// else PASS. Peak, error rate and latency are facts of this run and are compared as they are; only
// growth is an inference, and has an interval.
Report judge(RunRecord record);

// Why a run cannot be judged at all; empty if it can: no finished cycle, the target was replaced,
// cycles of unequal work, most requests failed, long gaps in the sampling.
std::vector<std::string> invalid_reasons(const RunRecord& record);

// The growth of RSS and, where it was read, of the live heap: while a run goes on as after it.
// Without a budget it is judged against 0.
GrowthOfBoth judge_growth_of(const Thresholds& limits, const GrowthRules& rules,
                             const TroughSeries& rss, const TroughSeries& live);

// Each threshold of the header against what was measured.
std::vector<ThresholdResult> check_thresholds(const RunRecord& record, const GrowthOfBoth& growth);

// "PASS", "FAIL", "INCONCLUSIVE", "INVALID".
const char* to_string(VerdictStatus status);

}  // namespace ttsoak
