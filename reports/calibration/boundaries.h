#pragma once

#include <string>
#include <vector>

#include "reports/calibration/traces.h"

namespace ttsoak {

// A server that grows by exactly the budget: how often FAIL and PASS are called there is what
// alpha_fail and alpha_pass promise.
struct Boundary {
  std::string name;
  bool promised = false;  // the goal holds for it; of the others the figures are shown as they are
};

const std::vector<Boundary>& boundaries();

Trace simulate_boundary(const std::string& name, int cycles, Dice& dice);

}  // namespace ttsoak
