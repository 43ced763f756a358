#include "probes/python/growth_series.h"

#include <initializer_list>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

GrowthSeries series(std::initializer_list<std::int64_t> values) {
  int cycle = 1;
  GrowthSeries made(cycle, *values.begin());
  for (const std::int64_t* value = values.begin() + 1; value != values.end(); ++value) {
    made.add(++cycle, *value);
  }
  return made;
}

TEST(GrowthSeries, GrowthInEachCycleIsGrowth) { EXPECT_TRUE(series({1, 3, 4, 9}).grows()); }

TEST(GrowthSeries, TwoIntervalsAreTooFew) { EXPECT_FALSE(series({1, 3, 4}).grows()); }

TEST(GrowthSeries, MostCyclesAreEnough) {
  EXPECT_TRUE(series({1, 2, 3, 3, 4, 5, 6, 7, 7}).grows());
}

TEST(GrowthSeries, SlowGrowthIsSeenInBlocks) {
  EXPECT_TRUE(series({1, 1, 2, 2, 2, 3, 3, 3, 4, 4}).grows());
}

TEST(GrowthSeries, OneDecreaseRejectsForEightCycles) {
  EXPECT_FALSE(series({5, 6, 7, 8, 2, 3, 4, 5, 6, 7, 8, 9}).grows());
  EXPECT_TRUE(series({9, 2, 3, 4, 5, 6, 7, 8, 9, 10}).grows());
}

TEST(GrowthSeries, TableThatHasFilledDoesNotGrow) {
  EXPECT_FALSE(series({1, 2, 3, 4, 5, 6, 6, 6, 6}).grows());
}

TEST(GrowthSeries, StepIsNoGrowth) { EXPECT_FALSE(series({1, 1, 1, 9, 9, 9, 9, 9}).grows()); }

TEST(GrowthSeries, CountsWhatItSaw) {
  GrowthSeries seen(4, 10);
  seen.add_unchanged(7, 3);
  seen.add(8, 12);
  EXPECT_EQ(seen.first_cycle(), 4);
  EXPECT_EQ(seen.last_cycle(), 8);
  EXPECT_EQ(seen.looks(), 5);
  EXPECT_EQ(seen.grew(), 1);
  EXPECT_EQ(seen.first(), 10);
  EXPECT_EQ(seen.last(), 12);
}

TEST(GrowthSeries, ForgetsWhatIsLongAgoButNotWhereItBegan) {
  GrowthSeries seen(1, 100);
  for (int cycle = 2; cycle < 1000; ++cycle) seen.add(cycle, cycle < 900 ? 100 - cycle % 2 : cycle);
  EXPECT_TRUE(seen.grows());
  EXPECT_EQ(seen.first(), 100);
  EXPECT_EQ(seen.looks(), 999);
}

}  // namespace
}  // namespace ttsoak
