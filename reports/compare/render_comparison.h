#pragma once

#include <string>

#include "reports/compare/compare_runs.h"

namespace ttsoak {

// The comparison for a terminal: the verdict, then a line for each figure.
std::string comparison_text(const RunComparison& comparison);

// The same as JSON; bounds and margins that do not exist are null.
std::string comparison_json(const RunComparison& comparison);

}  // namespace ttsoak
