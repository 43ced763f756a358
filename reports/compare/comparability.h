#pragma once

#include <string>
#include <vector>

#include "reports/compare/compare_runs.h"

namespace ttsoak {

// Why these runs, of both sides, cannot be compared; empty if they can. What differs between
// machines goes into `machines`; it is a reason only where it was not allowed.
std::vector<std::string> why_not_comparable(const std::vector<NamedRun>& base,
                                            const std::vector<NamedRun>& changed,
                                            bool unlike_machines, std::string& machines);

// The runs whose target died under load, and how.
std::vector<std::string> deaths(const std::vector<NamedRun>& runs);

}  // namespace ttsoak
