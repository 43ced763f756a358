#pragma once

#include <string>
#include <vector>

#include "reports/calibration/calibration.h"

namespace ttsoak {

// What a table is held against: a share in percent that may not be exceeded, or must be reached.
struct CalibrationGoal {
  std::string text;  // "FAIL on sound, mean"
  double limit = 0;
  bool at_most = true;
  double measured = 0;

  [[nodiscard]] bool met() const { return at_most ? measured <= limit : measured >= limit; }
};

std::vector<CalibrationGoal> goals_of(const CalibrationTable& table);

// 1 of 400 -> .25
double percent_of(int count, int runs);

}  // namespace ttsoak
