#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "probes/base/result.h"
#include "reports/record/run_record.h"

namespace ttsoak {

// What of a run goes into a comparison: one number each, so that how much runs of the same server
// differ is seen between runs and need not be guessed from within one.
struct RunFigures {
  double growth = 0;                  // of RSS at the troughs, bytes per request
  std::optional<double> live_growth;  // of the exact live heap; absent without the tracer
  double level = 0;                   // RSS at the trough after so many requests, bytes
  double peak = 0;                    // bytes
  std::optional<double> latency_p50, latency_p95, ttfb_p95;  // ms
};

// How many requests a run completed; what it has in common with others are the first so many.
std::int64_t requests_of(const RunRecord& record);

// The figures of the first `requests` requests. Growth is the least-squares slope of the troughs in
// their last two thirds: a fixed window, so that every run is looked at in the same way, whatever
// its warm-up. That it may hold some of the warm-up matters to a verdict on one server, and cancels
// out between two of the same kind.
//
// Peak and latency are those of the whole run. Errors: fewer than three troughs in the window.
Result<RunFigures> figures_of(const RunRecord& record, std::int64_t requests);

// The machine of the run, as far as it bears on memory and time: cpu, cores, memory_bytes, kernel,
// libc, thp, overcommit.
std::map<std::string, std::string> machine_of(const std::map<std::string, std::string>& manifest);

// What differs between two machines, for people: "cores: 8 and 16"; empty if nothing does.
std::string unlike(const std::map<std::string, std::string>& one,
                   const std::map<std::string, std::string>& other);

}  // namespace ttsoak
