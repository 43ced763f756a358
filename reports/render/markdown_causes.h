#pragma once

#include <string>

#include "reports/verdict/report.h"

namespace ttsoak {

// The sections "Why" (causes) and "Where memory is" (composition, containers, things, experiments).
std::string markdown_causes(const Report& report);
std::string markdown_evidence(const Report& report);

}  // namespace ttsoak
