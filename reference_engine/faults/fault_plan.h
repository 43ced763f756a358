#pragma once

#include <span>
#include <string>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// One fault and the chance, from 0 to 1, that a request suffers from it.
struct PlannedFault {
  std::string name;  // of an entry of fault_table()
  double rate = 1.0;
};

// The diseases of one engine; empty for a healthy one.
using FaultPlan = std::vector<PlannedFault>;

// Reads entries such as "text_cache" or "abort_state=0.25".
// Errors: an unknown name (the message lists the known ones), a name given twice, or a rate that
// is not a number from 0 to 1.
Result<FaultPlan> parse_fault_plan(std::span<const std::string> entries);

}  // namespace ttsoak
