#pragma once

#include <string>

#include "reports/trend/judgement.h"

namespace ttsoak::trend {

// The sentence for Growth::why. `growth` is complete but for that.
std::string explain(const Growth& growth, double budget_bytes_per_request, Obstacle obstacle);

// .312 -> "31.2 %", .9999 -> "over 99.9 %"
std::string chance_in_words(double chance);

}  // namespace ttsoak::trend
