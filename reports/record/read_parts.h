#pragma once

#include <cstdint>

#include "probes/base/result.h"
#include "reports/record/open_record.h"
#include "reports/record/run_record.h"

namespace ttsoak {

// The parts of read_run_record(); each fills its fields of `record`, in this order.
// Errors: the file is damaged, or holds the name of an enumerator that this ttsoak does not know.

// The process with this index, or null if it is not in the record (lost, as the buffer was full).
ProcessSummary* find_process(RunRecord& record, std::int64_t index);

// Fills processes, with all but `ended`; needs nothing.
Status read_processes(OpenRecord& file, RunRecord& record);

// Fills rss, rss_peak_bytes, and `ended` and RSS of each process; needs processes, events,
// duration.
Status read_rss(OpenRecord& file, RunRecord& record);

// Fills totals and cycle_latency; needs nothing.
Status read_requests(OpenRecord& file, RunRecord& record);

// Fills heap, if the record holds one; needs nothing.
Status read_heap(OpenRecord& file, RunRecord& record);

}  // namespace ttsoak
