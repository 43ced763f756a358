#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/cause/composition.h"
#include "reports/cause/finding.h"
#include "reports/cause/growing_things.h"
#include "reports/cause/heap_ledger.h"
#include "reports/cause/memory_limit.h"
#include "reports/record/run_record.h"
#include "reports/trend/growth.h"
#include "reports/trigger/trigger.h"

namespace ttsoak {

// Part of the interface: the exit status of `ttsoak run` and `ttsoak report`.
enum class VerdictStatus : int { pass = 0, fail = 1, inconclusive = 2, invalid = 3 };

// One threshold against what was measured.
struct ThresholdResult {
  std::string metric;  // "rss_growth_per_request"
  VerdictStatus status = VerdictStatus::inconclusive;
  std::string limit;                           // for people: "10.0 KiB"
  std::string measured;                        // for people: "41.2 KiB [38.0, 44.4]"
  double limit_value = 0, measured_value = 0;  // bytes, ratio or ms, by metric
};

struct Verdict {
  VerdictStatus status = VerdictStatus::inconclusive;
  std::string sentence;              // the whole verdict in one sentence
  std::vector<std::string> reasons;  // what decided, the most important first; never empty
};

// Everything a page says about a run. Renderers turn it into text and judge nothing.
struct Report {
  RunRecord record;
  std::vector<ThresholdResult> thresholds;
  Growth growth;                          // of the RSS troughs
  std::optional<Growth> live_growth;      // of the live heap, where it was judged, too
  TroughSeries troughs;                   // of RSS, without what the tracer takes
  TroughSeries live_heap;                 // exact; empty without the tracer
  HeapLedger ledger;                      // which call stacks grow; empty without the tracer
  std::vector<Composition> compositions;  // RSS taken apart, by cycle; empty where it was not
  std::vector<Finding> findings;          // why it grows, the most important first
  std::vector<GrowingThing> things;       // besides memory
  std::optional<TimeToLimit> limit;       // how far it is to the cgroup's memory limit
  Trigger trigger;                        // which traffic makes it grow, where it was diagnosed
  Verdict verdict;
};

}  // namespace ttsoak
