#pragma once

#include <cstdint>

#include "reports/trend/growth_rules.h"
#include "reports/trend/posterior.h"

namespace ttsoak::trend {

// About how many requests in all would turn a rate that is `rate` with the 95 % interval `interval`
// after `requests_done` into a decision: 2 significant digits, at least `least_times` what was
// done, 0 if it cannot be said (the rate is so near the budget that it would take 50 times as
// many).
//
// The standard error of a slope shrinks with n^-1.5 under white noise and an unchanged shape.
// Correlated errors need more; a warm-up that ends needs less. Of saturating growth pass the rate
// that would remain: a decision waits until that is known.
std::int64_t requests_to_decide(double rate, const Interval& interval, double budget,
                                const GrowthRules& rules, double requests_done, double least_times);

// 12345 -> 13000: rounded up, so that it is not short by the rounding. 0 for what is no count.
std::int64_t round_up_to_two_digits(double count);

}  // namespace ttsoak::trend
