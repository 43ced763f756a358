#pragma once

#include <vector>

#include "reports/cause/facts.h"
#include "reports/cause/finding.h"

namespace ttsoak {

// Why the target grows, by the rules of reports/cause/rules: what explains most of the growth of
// RSS first, what has no share in it after that, what is not memory of the target last. Empty where
// nothing is proven to grow and nothing rose.
//
// Pure and deterministic. The verdict never hangs on it.
std::vector<Finding> find_causes(const Facts& facts);

}  // namespace ttsoak
