#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/compare/run_figures.h"
#include "reports/compare/welch.h"
#include "reports/verdict/report.h"

namespace ttsoak {

// How much worse the new side may be. A figure without a margin is shown and not judged.
struct Margins {
  double growth_bytes_per_request = 10.0 * 1024;
  double memory_share = 0.10;           // of the base's mean, for peak and level
  std::optional<double> latency_share;  // the same for p95 of latency and time to first byte
};

// One recorded run, by the name that people know it by.
struct NamedRun {
  std::string name;
  RunRecord record;
};

struct ComparedFigure {
  std::string name;  // "rss_growth_per_request", "latency_p95"...
  MeanDifference difference;
  std::optional<double> lower95, upper95;  // of the difference; absent where it is not known
  std::optional<double> margin;            // in the figure's unit; absent: it is not judged
  VerdictStatus status = VerdictStatus::inconclusive;
  bool is_time = false;  // milliseconds, else bytes
};

struct RunComparison {
  std::size_t base_runs = 0, new_runs = 0;
  std::int64_t requests = 0;  // of each run that were looked at
  std::string machines;       // what differs between them, where that was allowed
  std::vector<ComparedFigure> figures;
  Verdict verdict;
};

// Is the new side no worse than the base, beyond the margins?
//
// For each figure the difference of the means over runs, by Welch's t. PASS: every judged figure's
// difference is below its margin with 95 % certainty. FAIL: at least one is above its margin, at
// 97.5 % for all of them together (Bonferroni); or the new server died under load. Else
// INCONCLUSIVE, as with a single run on a side, whose scatter nobody can know. INVALID: a run that
// cannot be judged, unequal work, some traced and some not, unlike machines unless
// `unlike_machines`.
//
// Precondition: both sides have a run.
RunComparison compare_runs(const std::vector<NamedRun>& base, const std::vector<NamedRun>& changed,
                           const Margins& margins, bool unlike_machines);

}  // namespace ttsoak
