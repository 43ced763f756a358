#pragma once

#include <chrono>

namespace ttsoak {

// Time since the run started, by the monotonic clock: a step of the wall clock (NTP, suspend)
// moves no sample. Every time in the run record is one of these.
using RunTime = std::chrono::microseconds;

// The zero of one run's RunTime. Copied freely: threads and probes of a run share the start.
class RunClock {
 public:
  RunClock() : start_(std::chrono::steady_clock::now()) {}

  [[nodiscard]] RunTime now() const { return at(std::chrono::steady_clock::now()); }
  [[nodiscard]] RunTime at(std::chrono::steady_clock::time_point time) const {
    return std::chrono::duration_cast<RunTime>(time - start_);
  }

 private:
  std::chrono::steady_clock::time_point start_;
};

}  // namespace ttsoak
