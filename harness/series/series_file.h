#pragma once

#include <string>
#include <string_view>

#include "probes/base/result.h"
#include "reports/trend/growth.h"

namespace ttsoak {

// Somebody's memory over somebody's requests, from a file. `live` is empty where it is not told.
struct MeasuredSeries {
  TroughSeries rss, live;
};

// CSV with a header that names its columns, in any order: requests and rss_bytes, and, where known,
// live_bytes and lifetime.
//
//   requests   completed since the beginning; never goes down
//   rss_bytes  then, with nothing in flight
//   live_bytes what the program has allocated and not freed; an empty cell is not known
//   lifetime   a whole number that rises when the process is replaced
//
// Errors: a column is missing or unknown, a cell is not a number; the message names the line.
Result<MeasuredSeries> parse_csv_series(std::string_view text);

// The reply of Prometheus to a range query (HTTP API, /api/v1/query_range, resultType "matrix") of
// one process's RSS and of its counter of requests, or an array of two such replies.
//
// RSS is the series whose name speaks of resident memory ("process_resident_memory_bytes"), or has
// "rss" or "memory" in it. All others must be counters ("..._total", "..._count") and are summed
// up: requests are often counted by path and status. Where a counter falls, the process was
// replaced.
//
// Errors: not such a reply, no or several series of RSS, no counter, no moment known to all.
Result<MeasuredSeries> parse_prometheus_series(const std::string& text);

// Either, by its first character. Errors: as above; empty; nothing that a trend can be judged by.
Result<MeasuredSeries> parse_series(const std::string& text);

}  // namespace ttsoak
