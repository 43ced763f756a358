#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reports/calibration/traces.h"

namespace ttsoak {

// How often each decision was made.
struct DecisionCounts {
  int fail = 0, inconclusive = 0, pass = 0;

  void add(GrowthDecision decision);
  [[nodiscard]] int runs() const { return fail + inconclusive + pass; }
};

// One kind of simulated server, judged by its RSS alone and by RSS and live heap together.
struct CalibrationRow {
  std::string kind;
  Truth truth = Truth::sound;
  bool promised = true;  // see Boundary
  DecisionCounts rss, both;
  double mean_requests = 0;  // until decided, both; 0 where that was not asked
};

struct CalibrationTable {
  enum class What { design, unseen, boundary, until_decided };
  What what = What::design;
  int cycles = 0;
  std::vector<CalibrationRow> rows;
};

struct Calibration {
  std::vector<CalibrationTable> tables;
};

// How many runs of each kind; fewer are faster and less exact.
struct CalibrationSize {
  int short_runs = 400, long_runs = 200;           // of 40 and 160 cycles
  int short_boundary = 1000, long_boundary = 400;  // the same at the budget
  int until_decided = 100;
};

// Judges simulated servers of all kinds by `threads` threads. The same figures whatever their
// number: every run has its own seed. `progress` hears the share that is done, from this thread.
Calibration calibrate(const CalibrationSize& size, int threads,
                      const std::function<void(double)>& progress);

}  // namespace ttsoak
