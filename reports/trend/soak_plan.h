#pragma once

#include <optional>
#include <vector>

#include "reports/trend/growth.h"

namespace ttsoak {

// How one series scatters, as far as a pilot tells.
struct SeriesNoise {
  double deviation_bytes = 0;  // of a trough around its trend
  double correlation = 0;      // of neighbouring troughs
  int cycles = 0;              // that this rests on, without the warm-up
};

// What a soak of some length can tell.
struct PlannedSoak {
  int cycles = 0;
  double requests = 0;
  double seconds = 0;
  double error = 0;       // standard error of the rate, bytes per request
  double least_leak = 0;  // above the budget: a leak of budget + this FAILs in 9 of 10 runs
  double least_room = 0;  // below the budget: what grows by budget - this PASSes in 9 of 10 runs
};

struct SoakPlan {
  SeriesNoise noise;
  std::vector<PlannedSoak> soaks;  // of 40, 80, 160, 320, 640 cycles
  std::optional<PlannedSoak>
      for_budget;  // the shortest in which no growth at all PASSes in 9 of 10
};

// Plans soaks of a server from the troughs of a pilot of at least 10 cycles, each of
// `requests_per_cycle` requests and `seconds_per_cycle`. Nothing if there are fewer, or too few to
// fit. Ten cycles tell the noise to about a quarter, and a slow correlation not at all: a plan, not
// a promise.
//
// It assumes that the warm-up is over after a fifth of the run, as the window of judge_growth()
// does; a cache that still fills takes longer, whatever the noise.
std::optional<SoakPlan> plan_soak(const TroughSeries& pilot, double budget_bytes_per_request,
                                  double requests_per_cycle, double seconds_per_cycle);

}  // namespace ttsoak
