#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reports/verdict/report.h"

namespace ttsoak {

// The part "heap" of the JSON report: which call stacks grow, with all their frames, and how it was
// measured. Null without the tracer. Of the stacks that are not proven to grow, the first 50.
nlohmann::json heap_json(const Report& report);

}  // namespace ttsoak
