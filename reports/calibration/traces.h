#pragma once

#include <string>
#include <vector>

#include "reports/calibration/dice.h"
#include "reports/trend/growth.h"

namespace ttsoak {

enum class Truth { sound, leak, sublinear };

// What the judge has to cope with: servers that warm up, cache, restart, wander and leak, 25
// requests a cycle, with a budget of 10 KiB per request in mind.
struct TraceKind {
  std::string name;
  Truth truth;
};

// The 18 that the procedure was designed on, and ten that nothing was tuned on.
const std::vector<TraceKind>& trace_kinds();
const std::vector<TraceKind>& unseen_trace_kinds();

// One run of such a server: RSS and exact live heap after each cycle.
struct Trace {
  TroughSeries rss, live;
};

// `kind` is the name of any of the kinds; another name is a server that does nothing.
Trace simulate(const std::string& kind, int cycles, Dice& dice);

// The first `cycles` cycles.
Trace first_cycles(const Trace& trace, int cycles);

// The RSS alone: the lowest of ten samples after each cycle.
TroughSeries make_trace(const std::string& kind, int cycles, Dice& dice);

constexpr double kTraceBudget = 10 * 1024;  // bytes per request
constexpr int kTraceRequests = 25;          // per cycle

}  // namespace ttsoak
