#pragma once

#include <string>

#include "reports/verdict/report.h"

namespace ttsoak {

// The end of a run, for a terminal: about 25 lines of UTF-8. `colour` adds ANSI colours; nothing
// is said by colour alone. Text from the record cannot control the terminal.
std::string render_console(const Report& report, bool colour);

}  // namespace ttsoak
