#pragma once

#include <cstdint>
#include <vector>

#include "probes/values/cycle_mark.h"
#include "reports/record/heap_record.h"
#include "reports/trend/growth.h"

namespace ttsoak {

// The RSS troughs of finished cycles over the requests completed so far. Requests that failed
// count too: the server was asked to do the work.
//
// What the tracer takes of the target's memory, as `heap` tells for each trough, is not in them: it
// fills its tables as the run goes on, and that is no growth of the server's. A cycle that has no
// figure takes that of the trough before it, the first ones that of the first.
TroughSeries rss_troughs(const std::vector<CycleMark>& cycles,
                         const std::vector<HeapTrough>& heap = {});

// The exact live heap (without mappings and pymalloc) at the troughs of finished cycles, where it
// was read.
TroughSeries live_heap_troughs(const std::vector<CycleMark>& cycles,
                               const std::vector<HeapTrough>& heap);

}  // namespace ttsoak
