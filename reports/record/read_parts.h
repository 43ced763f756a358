#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

// False in records of a ttsoak that did not keep this table yet.
Result<bool> has_table(OpenRecord& file, const std::string& table);

// Where a series that may be thinned has its points: the cycles in `table` that are multiples of
// history_stride(). Empty without such a table.
Result<std::vector<int>> kept_cycles(OpenRecord& file, const std::string& table);

// Fill splits, retention, cgroup, experiments and diagnosis; the Python part; the inventory. Need
// nothing, and leave it all empty where the record is older than version 3.
Status read_evidence(OpenRecord& file, RunRecord& record);
Status read_python(OpenRecord& file, RunRecord& record);
Status read_inventory(OpenRecord& file, RunRecord& record);

}  // namespace ttsoak
