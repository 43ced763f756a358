#pragma once

#include <string>

#include "reports/trend/judgement.h"

namespace ttsoak::trend {

// The sentence for Growth::why. `growth` is complete but for that.
std::string explain(const Growth& growth, double budget_bytes_per_request, Obstacle obstacle);

// 1536 -> "1.5 KiB"
std::string bytes_in_words(double bytes);

// .312 -> "31.2 %", .9999 -> "over 99.9 %"
std::string chance_in_words(double chance);

// 12345 -> "12,345"
std::string count_in_words(std::int64_t count);

}  // namespace ttsoak::trend
