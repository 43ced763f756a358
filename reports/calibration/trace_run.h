#pragma once

#include <array>
#include <string>
#include <vector>

#include "reports/calibration/dice.h"

namespace ttsoak {

// What one simulated run does, with the random part drawn.
struct TraceRun {
  int cycles = 0;
  std::vector<int> births;  // the first cycle of each lifetime; begins with 0
  double requests = 0;      // in the whole run
  std::array<double, 4> doublings{};
  double phase = 0;
  std::vector<double> wander, saw, rare;  // by cycle
};

// A moment of it: `x` requests in all, `t` of them in this process lifetime, at the end of cycle
// `i`, from 0.
struct TraceMoment {
  std::size_t i;
  double x, t;
};

TraceRun draw_trace_run(const std::string& kind, int cycles, Dice& dice);

// MiB above the base that a kind has grown by then: in RSS, and in the live heap.
struct TraceGrowth {
  double rss = 0, live = 0;
};
TraceGrowth grown(const std::string& kind, const TraceRun& run, const TraceMoment& at);
TraceGrowth grown_unseen(const std::string& kind, const TraceRun& run, const TraceMoment& at);

// A warm-up or a cache that fills: `size` in the end, with time constant `tau`.
double filling(double t, double size, double tau);

constexpr double kTraceKiB = 1.0 / 1024;  // in MiB

}  // namespace ttsoak
