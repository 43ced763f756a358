#pragma once

#include <vector>

#include "probes/values/cycle_mark.h"
#include "reports/trend/growth.h"

namespace ttsoak {

// The RSS troughs of finished cycles over the requests completed so far. Requests that failed
// count too: the server was asked to do the work.
TroughSeries rss_troughs(const std::vector<CycleMark>& cycles);

}  // namespace ttsoak
