#pragma once

#include <string>

#include "reports/verdict/report.h"

namespace ttsoak {

// The report for programs, UTF-8, ending in a newline. "schema_version" 3: names stay and keep
// their units (in the name: _bytes, _ms, _s); new ones may be added. 2 added "heap" (json_heap.h),
// 3 causes and what they rest on (json_causes.h). Numbers are finite; what is not, or was not
// measured, is null. Bytes that are not UTF-8 become U+FFFD.
std::string render_json(const Report& report);

}  // namespace ttsoak
