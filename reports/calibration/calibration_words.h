#pragma once

#include <string>

#include "reports/calibration/calibration.h"

namespace ttsoak {

// Tables in Markdown: each kind with its shares of FAIL, INCONCLUSIVE and PASS, the averages, the
// goals and whether they are met, and how far chance moves the figures.
std::string render_calibration(const Calibration& calibration);

// The same counts as JSON, a goal an entry with what was measured.
std::string render_calibration_json(const Calibration& calibration);

}  // namespace ttsoak
