// Whole comparisons of simulated servers, 8 runs of 1,000 requests on a side, 20 times over. Prints
// the table that README quotes.
#include <cstdio>

#include "gmock/gmock.h"
#include "reports/calibration/traces.h"
#include "tests/unit/reports/compare/compared_runs.h"

namespace ttsoak {
namespace {

constexpr int kRuns = 8;
constexpr int kRepetitions = 20;

struct Tally {
  int fail = 0, inconclusive = 0, pass = 0;
};

std::vector<NamedRun> runs_of(const std::string& kind, Dice& dice) {
  std::vector<NamedRun> runs;
  for (int i = 0; i < kRuns; ++i) {
    runs.push_back({kind + std::to_string(i), record_of(make_trace(kind, 40, dice))});
  }
  return runs;
}

Tally compare_often(const std::string& base, const std::string& changed) {
  Tally tally;
  for (int seed = 0; seed < kRepetitions; ++seed) {
    Dice dice(static_cast<std::uint64_t>(seed));
    const auto first = runs_of(base, dice);
    const auto second = runs_of(changed, dice);
    const VerdictStatus status = compare_runs(first, second, Margins{}, false).verdict.status;
    if (status == VerdictStatus::fail) ++tally.fail;
    if (status == VerdictStatus::inconclusive) ++tally.inconclusive;
    if (status == VerdictStatus::pass) ++tally.pass;
  }
  std::printf("| %s | %s | %d | %d | %d |\n", base.c_str(), changed.c_str(), tally.fail,
              tally.inconclusive, tally.pass);
  return tally;
}

void print_head() {
  std::printf("%d runs a side, %d repetitions\n| base | new | FAIL | INCONCLUSIVE | PASS |\n",
              kRuns, kRepetitions);
  std::printf("|---|---|---|---|---|\n");
}

TEST(ComparisonOfSimulatedServers, AFixedServerPassesAgainstItself) {
  print_head();
  for (const auto& [kind, truth] : trace_kinds()) {
    if (truth != Truth::sound || kind.starts_with("restart")) continue;
    const Tally tally = compare_often(kind, kind);
    EXPECT_EQ(tally.fail, 0) << kind;
    EXPECT_GE(tally.pass, kRepetitions * 8 / 10) << kind;
  }
}

TEST(ComparisonOfSimulatedServers, ALeakFailsAgainstTheFixAndNeverPasses) {
  print_head();
  for (const char* leak : {"leak40K", "leak15K", "stepleak", "late_leak40K", "rare_leak20K"}) {
    const Tally tally = compare_often("flat", leak);
    EXPECT_EQ(tally.pass, 0) << leak;
  }
  EXPECT_EQ(compare_often("warmup", "warmup+leak40K").fail, kRepetitions);
}

}  // namespace
}  // namespace ttsoak
