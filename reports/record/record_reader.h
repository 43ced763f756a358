#pragma once

#include <filesystem>

#include "probes/base/result.h"
#include "reports/record/run_record.h"

namespace ttsoak {

// Reads the run record in `directory`, written by RecordWriter.
//
// The record may be finished, of a run that was killed, or of one still going on (then it is read
// as of now; complete = false, and the duration is the time of the last observation). The same
// record gives the same result every time. Memory does not grow with samples or requests.
//
// Latencies and real-time factors come from histograms, off by less than 0.4 %; max is exact.
// cycle_latency has every cycle with a successful request, also a last one that is not finished.
// A process that was replaced as root has ended at the latest when the next root was first seen.
//
// Errors: as OpenRecord; also what a newer ttsoak or a damaged file put in a column.
Result<RunRecord> read_run_record(const std::filesystem::path& directory);

}  // namespace ttsoak
