#include "reports/trend/soak_plan.h"

#include "gmock/gmock.h"
#include "reports/calibration/traces.h"

namespace ttsoak {
namespace {

TroughSeries pilot(int cycles, double deviation, std::uint64_t seed) {
  Dice dice(seed);
  TroughSeries series;
  for (int i = 1; i <= cycles; ++i) {
    series.requests.push_back(25 * i);
    series.bytes.push_back(8e8 + dice.normal(deviation));
    series.lifetime.push_back(0);
  }
  return series;
}

TEST(SoakPlan, ANoisierServerNeedsALongerSoakAndALongerSoakFindsLess) {
  const auto quiet = plan_soak(pilot(20, 0.5e6, 1), 10240, 25, 3).value();
  const auto noisy = plan_soak(pilot(20, 5e6, 1), 10240, 25, 3).value();

  EXPECT_NEAR(quiet.noise.deviation_bytes, 0.5e6, 0.4e6);
  EXPECT_NEAR(noisy.noise.deviation_bytes / quiet.noise.deviation_bytes, 10, 0.5);
  EXPECT_EQ(quiet.for_budget->cycles, 40);
  EXPECT_GT(noisy.for_budget->cycles, 40);
  EXPECT_GT(quiet.soaks[0].least_leak, quiet.soaks[1].least_leak);
  EXPECT_EQ(quiet.soaks[1].requests, 2000);
  EXPECT_EQ(quiet.soaks[1].seconds, 240);
}

TEST(SoakPlan, UnderTenCyclesThereIsNone) {
  EXPECT_FALSE(plan_soak(pilot(9, 1e6, 1), 10240, 25, 3));
  EXPECT_TRUE(plan_soak(pilot(10, 1e6, 1), 10240, 25, 3));
}

// The plan is kept where the server is as its pilot: nine of ten sound runs of that length pass.
TEST(SoakPlan, WhatItSaysIsAboutWhatJudgingDoes) {
  const auto plan = plan_soak(pilot(160, 4e6, 3), 10240, 25, 1).value();
  int passes = 0;
  for (std::uint64_t seed = 100; seed < 200; ++seed) {
    const Growth growth =
        judge_growth(pilot(plan.for_budget->cycles, 4e6, seed), 10240, GrowthRules{});
    if (growth.decision == GrowthDecision::pass) ++passes;
  }
  EXPECT_GE(passes, 65);
}

}  // namespace
}  // namespace ttsoak
