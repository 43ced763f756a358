#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/selftest/grade.h"
#include "harness/selftest/soak_case.h"

namespace ttsoak {

struct SelftestPlan {
  std::vector<SoakCase> cases;
  int seeds = 1;                    // each case is run so often, with seeds from 1 on
  int jobs = 2;                     // at a time
  std::filesystem::path directory;  // absolute; records stay there
};

// One case, run once.
struct CaseResult {
  const SoakCase* soak_case = nullptr;
  std::uint64_t seed = 1;
  Grade grade;
  double seconds = 0;
  int tries = 1;  // more than one where the machine had stalled
};

// Called after each; `left_s` is an estimate, below 0 where nothing is known yet.
using CaseDone =
    std::function<void(const CaseResult&, std::size_t done, std::size_t all, double left_s)>;

// Runs every case with every seed, each as a child process. What the machine's stalling made
// invalid is tried again, three times in all. Once `stop` is set, the runs that go on are ended and
// what is done is returned. In the order of cases and seeds; points into plan.cases.
// Errors: a run could not be started.
Result<std::vector<CaseResult>> run_selftest(const SelftestPlan& plan,
                                             const std::atomic<bool>& stop, const CaseDone& done);

}  // namespace ttsoak
