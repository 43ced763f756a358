#pragma once

#include <string>

#include "reports/verdict/report.h"

namespace ttsoak {

// The lines of the console that tell why memory grows and where it is. `line` makes one of a label
// and a text.
std::string console_causes(const Report& report,
                           std::string (*line)(const std::string& label, const std::string& text));

}  // namespace ttsoak
