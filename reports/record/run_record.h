#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "probes/values/cgroup_sample.h"
#include "probes/values/cycle_mark.h"
#include "probes/values/diagnosis_trough.h"
#include "probes/values/experiment.h"
#include "probes/values/memory_split.h"
#include "probes/values/process_info.h"
#include "probes/values/request_kind.h"
#include "probes/values/retention_share.h"
#include "probes/values/samples.h"
#include "reports/record/heap_record.h"
#include "reports/record/inventory_record.h"
#include "reports/record/python_record.h"
#include "reports/record/run_header.h"

namespace ttsoak {

// Percentiles of one latency over the requests that succeeded, in milliseconds (real-time factor:
// seconds of work per second of audio). Absent where no request succeeded.
struct Percentiles {
  double p50 = 0, p90 = 0, p95 = 0, p99 = 0, max = 0;
  double avg = 0, min = 0;
  std::vector<double> per_mille = {};  // [k]: what k of 1,000 do not exceed; 1,001 of them
};

// What became of the requests of one kind.
struct KindCounts {
  std::int64_t requests = 0;
  std::int64_t errors = 0;
  std::int64_t aborted = 0;  // by plan: the client hung up before the reply was complete
};
using CountsByKind = std::map<RequestKind, KindCounts>;  // of those that occurred

struct RequestTotals {
  std::int64_t requests = 0;
  std::int64_t errors = 0;
  std::int64_t aborted = 0;  // by plan: the client hung up before the reply was complete
  CountsByKind by_kind;
  std::map<std::string, std::int64_t> errors_by_kind;  // "timeout" -> 3
  std::map<std::string, std::string> example_by_kind;  // "timeout" -> the first one's detail
  double audio_seconds = 0;
  std::int64_t body_bytes = 0;
  // Requests that were aborted, or read slowly, count for the first byte and audio only; erroneous
  // ones for nothing but the driver's lateness.
  std::optional<Percentiles> latency_ms;        // intended to done
  std::optional<Percentiles> ttfb_ms;           // sent to first byte of the body
  std::optional<Percentiles> first_audio_ms;    // sent to first samples
  std::optional<Percentiles> real_time_factor;  // (done - sent) / audio duration
  std::optional<Percentiles> longest_gap_ms;    // between two pieces of one reply's audio
  std::optional<Percentiles> driver_late_ms;    // how much later than it could ttsoak sent
  std::int64_t requests_with_underruns = 0;     // the client that played on had nothing to play
  double underrun_seconds = 0;                  // ... for so long in all
  // Of replies of 16-bit samples: more than 80 % silent; more than 0.1 % at the end of the scale.
  std::int64_t mostly_silent = 0, clipped = 0;
};

// Tree RSS at one moment, thinned for drawing: the extremes of a short interval.
struct RssPoint {
  double at_s = 0;
  std::int64_t low_bytes = 0;
  std::int64_t high_bytes = 0;
};

// Latency of the successful requests of one cycle.
struct CycleLatency {
  int cycle = 0;
  double p50_ms = 0, p95_ms = 0, ttfb_p50_ms = 0;
};

// The summary of one process over the run.
struct ProcessSummary {
  ProcessInfo info;
  bool ended = false;
  std::int64_t first_rss_bytes = 0, last_rss_bytes = 0, peak_rss_bytes = 0;
  std::optional<StatusSample> first_status, last_status;
  std::optional<ResourceSnapshot> first_resources, last_resources;
};

// A whole run as read back from its directory: everything a report may use, and nothing else.
// Its size does not grow with the number of requests or samples.
struct RunRecord {
  RunHeader header;
  bool complete = false;   // the run wrote its end; false = killed, or still going
  std::string end_reason;  // "completed", "interrupted", "target ended"...
  double duration_s = 0;
  std::vector<CycleMark> cycles;  // in order; only finished ones
  RequestTotals totals;           // of the cycles, warm-up probes left out
  std::vector<CycleLatency> cycle_latency;
  std::map<int, std::int64_t> aborted_by_cycle;  // where there were any
  std::map<int, CountsByKind> kinds_by_cycle;
  std::vector<RssPoint> rss;  // of the target's tree, at most about 2,000 points
  std::int64_t rss_peak_bytes = 0;
  std::int64_t rss_initial_bytes = 0;     // just before the first request; 0 = there was none
  std::vector<ProcessSummary> processes;  // ttsoak itself included, by role
  std::vector<Event> events;
  HeapRecord heap;  // empty without the tracer

  // Empty where it was not looked at, and in records before version 3. What comes at every trough
  // is thinned to 160 cycles.
  std::vector<MemorySplit> splits;        // by cycle and process
  std::vector<RetentionShare> retention;  // by process and role, the largest first; the newest look
  std::vector<HeapStack> retention_stacks;  // those that `retention` names
  std::vector<CgroupSample> cgroup;         // by cycle
  std::vector<Experiment> experiments;      // in order
  std::vector<DiagnosisTrough> diagnosis;   // in order; empty where none was made
  PythonRecord python;
  InventoryRecord inventory;
};

}  // namespace ttsoak
