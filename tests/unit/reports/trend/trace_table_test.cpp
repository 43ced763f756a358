// Whole verdicts on simulated servers: the figures that GrowthRules rests on. Prints the
// table it judges.
#include <array>
#include <cstdio>
#include <map>

#include "gmock/gmock.h"
#include "reports/calibration/traces.h"
#include "reports/trend/trend_design.h"

namespace ttsoak {
namespace {

// Sanitizers make this 10 to 20 times slower, and look for other mistakes than wrong figures.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kSeeds = 20;
#else
constexpr int kSeeds = 200;
#endif

struct Tally {
  int fail = 0, inconclusive = 0, pass = 0;

  void add(GrowthDecision decision) {
    if (decision == GrowthDecision::fail) ++fail;
    if (decision == GrowthDecision::inconclusive) ++inconclusive;
    if (decision == GrowthDecision::pass) ++pass;
  }
};

const char* name_of(Truth truth) {
  constexpr std::array kNames = {"sound", "LEAK", "sublinear"};
  return kNames.at(static_cast<std::size_t>(truth));
}

std::map<Truth, Tally> judge_all_kinds(int cycles, int seeds) {
  const trend::DesignKeeper keeper;
  std::map<Truth, Tally> by_truth;
  std::printf("%d cycles, %d seeds\n| trace | truth | FAIL | INCONCLUSIVE | PASS |\n", cycles,
              seeds);
  std::printf("|---|---|---|---|---|\n");
  for (const auto& [kind, truth] : trace_kinds()) {
    Tally tally;
    for (int seed = 0; seed < seeds; ++seed) {
      Dice dice(static_cast<std::uint64_t>(seed));
      const Growth growth = judge_growth(make_trace(kind, cycles, dice), kTraceBudget, {});
      tally.add(growth.decision);
      by_truth[truth].add(growth.decision);
    }
    std::printf("| %s | %s | %d | %d | %d |\n", kind.c_str(), name_of(truth), tally.fail,
                tally.inconclusive, tally.pass);
  }
  return by_truth;
}

TEST(GrowthOfSimulatedServers, NoLeakPassesAndFewSoundOnesFailAfterAThousandRequests) {
  auto by_truth = judge_all_kinds(40, kSeeds);

  EXPECT_EQ(by_truth[Truth::leak].pass, 0);
  EXPECT_LE(by_truth[Truth::sound].fail, 0.01 * 9 * kSeeds);
  // Being always undecided would be safe, too.
  EXPECT_LE(by_truth[Truth::leak].inconclusive, 0.20 * 7 * kSeeds);
  EXPECT_LE(by_truth[Truth::sound].inconclusive, 0.35 * 9 * kSeeds);
}

TEST(GrowthOfSimulatedServers, NearlyAllAreDecidedRightlyAfterFourThousandRequests) {
  const int seeds = kSeeds / 5;
  auto by_truth = judge_all_kinds(160, seeds);

  EXPECT_EQ(by_truth[Truth::leak].pass, 0);
  EXPECT_GE(by_truth[Truth::leak].fail, 0.97 * 7 * seeds);
  EXPECT_EQ(by_truth[Truth::sound].fail, 0);
  EXPECT_GE(by_truth[Truth::sound].pass, 0.97 * 9 * seeds);
}

// A server that grows by exactly the budget. How often FAIL is called then is the promise of
// alpha_fail, under white noise as under strong correlation.
class GrowthAtTheBudget : public testing::TestWithParam<double> {};

TEST_P(GrowthAtTheBudget, FailsInFourPercentOfTheRunsAtMost) {
  const trend::DesignKeeper keeper;
  const int seeds = 3 * kSeeds;
  Tally tally;
  for (int seed = 0; seed < seeds; ++seed) {
    Dice dice(static_cast<std::uint64_t>(seed));
    TroughSeries series;
    for (const double noise : correlated_noise(40, GetParam(), 2 * 0x1p20, dice)) {
      const double x = kTraceRequests * static_cast<double>(series.bytes.size() + 1);
      series.requests.push_back(x);
      series.bytes.push_back(800 * 0x1p20 + kTraceBudget * x + noise);
      series.lifetime.push_back(0);
    }
    tally.add(judge_growth(series, kTraceBudget, {}).decision);
  }
  std::printf("at the budget, correlation %.1f: FAIL %d, INCONCLUSIVE %d, PASS %d\n", GetParam(),
              tally.fail, tally.inconclusive, tally.pass);

  EXPECT_LE(tally.fail, 0.04 * seeds);
}

INSTANTIATE_TEST_SUITE_P(Correlations, GrowthAtTheBudget, testing::Values(0.0, 0.5, 0.8));

}  // namespace
}  // namespace ttsoak
