#include "reports/trend/growth_of_both.h"

#include "gmock/gmock.h"
#include "reports/calibration/traces.h"

namespace ttsoak {
namespace {

GrowthOfBoth judged(const std::string& kind, std::uint64_t seed = 1) {
  Dice dice(seed);
  const Trace trace = simulate(kind, 40, dice);
  return judge_growth_of_both(trace.rss, trace.live, kTraceBudget, kTraceBudget, {});
}

TEST(GrowthOfBoth, ALeakThatHidesInTheNoiseOfRssFailsByTheLiveHeap) {
  const GrowthOfBoth growth = judged("noisy_leak20K");

  EXPECT_NE(growth.rss.decision, GrowthDecision::fail);
  EXPECT_EQ(growth.live->decision, GrowthDecision::fail);
  EXPECT_EQ(growth.decision(), GrowthDecision::fail);
  EXPECT_NEAR(growth.live->rate, 20 * 1024, 200);
}

TEST(GrowthOfBoth, RssThatGrowsWithoutTheLiveHeapDoesNotPass) {
  for (const char* kind : {"retention20K", "mapped_leak25K", "untouched+leak30K"}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const GrowthOfBoth growth = judged(kind, seed);
      EXPECT_EQ(growth.live->decision, GrowthDecision::pass) << kind;
      EXPECT_NE(growth.decision(), GrowthDecision::pass) << kind << ' ' << seed;
    }
  }
}

TEST(GrowthOfBoth, TheLiveHeapExplainsAWarmUpThatRssAloneLeavesOpen) {
  int explained = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const GrowthOfBoth growth = judged("restart_ok", seed);
    if (growth.rss.why.find("the live heap explains") != std::string::npos) {
      EXPECT_EQ(growth.decision(), GrowthDecision::pass);
      ++explained;
    }
  }
  EXPECT_GT(explained, 2);
}

TEST(GrowthOfBoth, WithoutALiveHeapOrWithTooFewOfItsTroughsRssIsJudgedAlone) {
  Dice dice(1);
  Trace trace = simulate("leak40K", 40, dice);
  const Growth alone = judge_growth(trace.rss, kTraceBudget, {});
  const GrowthOfBoth none = judge_growth_of_both(trace.rss, {}, kTraceBudget, kTraceBudget, {});
  EXPECT_FALSE(none.live);
  EXPECT_EQ(none.rss.why, alone.why);
  const Trace few = first_cycles(trace, 30);
  EXPECT_FALSE(judge_growth_of_both(trace.rss, few.live, kTraceBudget, kTraceBudget, {}).live);
}

TEST(GrowthOfBoth, EachSeriesHasItsOwnBudget) {
  Dice dice(1);
  const Trace trace = simulate("leak15K", 40, dice);
  EXPECT_EQ(judge_growth_of_both(trace.rss, trace.live, 1e6, 10240, {}).decision(),
            GrowthDecision::fail);
  EXPECT_EQ(judge_growth_of_both(trace.rss, trace.live, 1e6, 1e6, {}).decision(),
            GrowthDecision::pass);
}

}  // namespace
}  // namespace ttsoak
