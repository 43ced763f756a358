#pragma once

#include <atomic>
#include <vector>

#include "harness/workload/workload.h"
#include "probes/base/clock.h"
#include "probes/values/observation.h"

namespace ttsoak {

// How one cycle went. Requests cut off by `stop` count as neither.
struct CycleTally {
  std::int64_t requests = 0;
  std::int64_t errors = 0;
};

// What every driver is given.
struct DriveContext {
  RunClock clock;
  ObservationSink* sink = nullptr;          // receives one RequestOutcome per request
  const std::atomic<bool>* stop = nullptr;  // set: finish within about 0.1 s, even in mid-request
  // Progress within the cycle; read by the console, written by the driver.
  std::atomic<std::int64_t>* finished = nullptr;
};

// Sends one cycle of requests, as the workload's `arrival` says: `concurrency` clients that each
// send when their last request is done, or on schedule, whatever has become of those before. There
// are two: over HTTP, and straight into the reference engine.
class Driver {
 public:
  virtual ~Driver() = default;

  // Returns when every request is done or failed. A failed request is never sent again.
  virtual CycleTally run_cycle(int cycle, const std::vector<PlannedRequest>& requests) = 0;

 protected:
  Driver() = default;
  Driver(const Driver&) = default;
  Driver& operator=(const Driver&) = default;
};

}  // namespace ttsoak
