#include "reports/trend/growth.h"

#include <cmath>
#include <limits>

#include "gmock/gmock.h"
#include "reports/calibration/traces.h"

namespace ttsoak {
namespace {

using testing::AllOf;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;
using testing::SizeIs;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// `cycles` troughs along a line, 25 requests apart, with noise.
TroughSeries line(int cycles, double bytes_per_request, double deviation = 2e6) {
  Dice dice(1);
  TroughSeries series;
  for (int i = 1; i <= cycles; ++i) {
    series.requests.push_back(25.0 * i);
    series.bytes.push_back(8e8 + 25.0 * i * bytes_per_request + dice.normal(deviation));
    series.lifetime.push_back(0);
  }
  return series;
}

TEST(JudgeGrowth, SaysWhatItSawAndHowSureItIs) {
  const Growth growth = judge_growth(line(40, 42000), 10240, {});

  EXPECT_EQ(growth.decision, GrowthDecision::fail);
  EXPECT_EQ(growth.shape, GrowthShape::linear);
  EXPECT_NEAR(growth.rate, 42000, 4000);
  EXPECT_LT(growth.lower95, growth.rate);
  EXPECT_GT(growth.upper95, growth.rate);
  EXPECT_GT(growth.chance_over_budget, 0.999);
  EXPECT_THAT(growth.why, testing::MatchesRegex("growth is 4.\\.. KiB per request \\[.*\\]; the "
                                                "chance that it exceeds 10.0 KiB is over 99.9 %"));
}

TEST(JudgeGrowth, FitIsDrawnForEveryCycleItUsesAndLiesInItsBand) {
  const Growth growth = judge_growth(line(40, 42000), 10240, {});

  ASSERT_THAT(growth.fit_requests, SizeIs(40 - growth.warmup_cycles));
  EXPECT_EQ(growth.fit_requests.back(), 1000);
  EXPECT_NEAR(growth.fit_bytes.back(), 8e8 + 42e6, 3e6);
  for (std::size_t i = 0; i < growth.fit_bytes.size(); ++i) {
    EXPECT_LT(growth.fit_lower_bytes[i], growth.fit_bytes[i]);
    EXPECT_GT(growth.fit_upper_bytes[i], growth.fit_bytes[i]);
  }
}

TEST(JudgeGrowth, FewerThanFortyCyclesDecideNothingHoweverClearTheyAre) {
  for (const double rate : {0.0, 1e6}) {
    const Growth growth = judge_growth(line(39, rate), 10240, {});

    EXPECT_EQ(growth.decision, GrowthDecision::inconclusive);
    EXPECT_THAT(growth.why, HasSubstr("only 39 of the 40 cycles"));
    EXPECT_THAT(growth.why, HasSubstr("1 more"));
    EXPECT_GE(growth.requests_to_decide, 1000);
  }
}

TEST(JudgeGrowth, AnEmptySeriesAndOneCycleSayHowManyAreMissing) {
  EXPECT_THAT(judge_growth({}, 10240, {}).why, HasSubstr("40 more are needed"));
  EXPECT_THAT(judge_growth(line(1, 0), 10240, {}).why, HasSubstr("39 more are needed"));
}

TEST(JudgeGrowth, AConstantSeriesPassesEvenAtABudgetOfZero) {
  for (const double budget : {0.0, 10240.0}) {
    const Growth growth = judge_growth(line(40, 0, 0), budget, {});

    EXPECT_EQ(growth.decision, GrowthDecision::pass);
    EXPECT_EQ(growth.upper95, 0);
    EXPECT_EQ(growth.chance_over_budget, 0);
  }
}

TEST(JudgeGrowth, AnExactLineIsJudgedWithoutDividingByItsMissingNoise) {
  const Growth growth = judge_growth(line(40, 20000, 0), 10240, {});

  EXPECT_EQ(growth.decision, GrowthDecision::fail);
  EXPECT_NEAR(growth.rate, 20000, 1);
}

TEST(JudgeGrowth, AShrinkingSeriesPasses) {
  const Growth growth = judge_growth(line(40, -30000), 10240, {});

  EXPECT_EQ(growth.decision, GrowthDecision::pass);
  EXPECT_LT(growth.upper95, 0);
}

TEST(JudgeGrowth, ALeakInTerabytesIsALeak) {
  const Growth growth = judge_growth(line(40, 4e12, 1e12), 1e9, {});

  EXPECT_EQ(growth.decision, GrowthDecision::fail);
  EXPECT_THAT(growth.why, HasSubstr("TiB per request"));
}

TEST(JudgeGrowth, RatesDoNotDependOnHowManyRequestsACycleHas) {
  TroughSeries series = line(40, 42000);
  const Growth growth = judge_growth(series, 10240, {});
  for (double& requests : series.requests) requests *= 40;
  const Growth slower = judge_growth(series, 10240.0 / 40, {});

  EXPECT_EQ(slower.decision, growth.decision);
  EXPECT_NEAR(slower.rate * 40, growth.rate, 1e-6 * growth.rate);
}

TEST(JudgeGrowth, ARunThatIsRecordedFromItsMiddleIsJudgedLikeOneFromItsStart) {
  Dice dice(3);
  TroughSeries series = make_trace("late_leak40K", 40, dice);
  const Growth growth = judge_growth(series, kTraceBudget, {});
  for (double& requests : series.requests) requests += 50000;
  const Growth later = judge_growth(series, kTraceBudget, {});

  EXPECT_EQ(growth.decision, GrowthDecision::fail);
  EXPECT_EQ(growth.shape, GrowthShape::late_onset);
  EXPECT_EQ(later.decision, growth.decision);
  EXPECT_NEAR(later.rate, growth.rate, 1e-6 * growth.rate);
}

TEST(JudgeGrowth, LevelsOfDifferentLifetimesAreNotGrowth) {
  TroughSeries series = line(60, 0);
  for (std::size_t i = 0; i < 60; ++i) {
    series.lifetime[i] = static_cast<int>(i / 20);
    series.bytes[i] += 3e8 * series.lifetime[i];
  }

  EXPECT_NE(judge_growth(series, 10240, {}).decision, GrowthDecision::fail);
}

TEST(JudgeGrowth, LifetimesOfOneCycleAreTooShortAndSaidToBe) {
  TroughSeries series = line(60, 40000);
  for (std::size_t i = 0; i < 60; ++i) series.lifetime[i] = static_cast<int>(i);
  const Growth growth = judge_growth(series, 10240, {});

  EXPECT_EQ(growth.decision, GrowthDecision::inconclusive);
  EXPECT_THAT(growth.why, HasSubstr("lifetimes are too short"));
}

TEST(JudgeGrowth, AThousandCyclesAreAveragedAndAgreeWithTheirFirstHundredAndSixty) {
  const Growth growth = judge_growth(line(1000, 42000), 10240, {});

  EXPECT_EQ(growth.decision, GrowthDecision::fail);
  EXPECT_NEAR(growth.rate, 42000, 500);
  EXPECT_THAT(growth.fit_requests, SizeIs(AllOf(Ge(100), Le(160))));
}

TEST(JudgeGrowth, AFillingCacheThatMayLevelOffIsNotCalledALeak) {
  Dice dice(3);
  const Growth growth = judge_growth(make_trace("slowcache", 40, dice), kTraceBudget, {});

  EXPECT_EQ(growth.decision, GrowthDecision::inconclusive);
  EXPECT_EQ(growth.shape, GrowthShape::saturating);
  EXPECT_THAT(growth.why, HasSubstr("slows down"));
  EXPECT_GT(growth.requests_to_decide, 1000);
}

TEST(JudgeGrowth, ValuesThatAreNoMeasurementAreNamedByCycle) {
  for (const double bad : {std::nan(""), kInfinity, -kInfinity, 1e300}) {
    TroughSeries series = line(40, 0);
    series.bytes[7] = bad;
    EXPECT_THAT(judge_growth(series, 10240, {}).why, HasSubstr("cycle 8: the trough"));
    series = line(40, 0);
    series.requests[7] = bad;
    EXPECT_THAT(judge_growth(series, 10240, {}).why, HasSubstr("cycle 8: the number"));
    EXPECT_THAT(judge_growth(line(40, 0), bad, {}).why, HasSubstr("budget"));
  }
}

TEST(JudgeGrowth, DisorderIsRefused) {
  TroughSeries backwards = line(40, 0);
  backwards.requests[9] = 1;
  TroughSeries shuffled = line(40, 0);
  shuffled.lifetime[9] = -1;
  TroughSeries short_column = line(40, 0);
  short_column.bytes.pop_back();
  TroughSeries idle = line(40, 0);
  for (double& requests : idle.requests) requests = 25;

  EXPECT_THAT(judge_growth(backwards, 10240, {}).why, HasSubstr("cycle 10: the number of comp"));
  EXPECT_THAT(judge_growth(shuffled, 10240, {}).why, HasSubstr("out of order"));
  EXPECT_THAT(judge_growth(short_column, 10240, {}).why, HasSubstr("differ in length"));
  EXPECT_THAT(judge_growth(idle, 10240, {}).why, HasSubstr("no request was completed"));
}

TEST(JudgeGrowth, ASingleSpikeDoesNotDecide) {
  TroughSeries series = line(40, 0);
  series.bytes[30] += 4e8;
  const Growth growth = judge_growth(series, 10240, {});

  EXPECT_EQ(growth.decision, GrowthDecision::pass);
}

TEST(JudgeGrowth, TheSameSeriesGivesTheSameAnswer) {
  Dice dice(5);
  const TroughSeries series = make_trace("restart_ok", 80, dice);
  const Growth once = judge_growth(series, kTraceBudget, {});
  const Growth again = judge_growth(series, kTraceBudget, {});

  EXPECT_EQ(once.rate, again.rate);
  EXPECT_EQ(once.lower95, again.lower95);
  EXPECT_EQ(once.why, again.why);
}

// A wrong guess costs a night, so: rerun at the length that was said, how often does that decide?
TEST(JudgeGrowth, TheLengthItAsksForDecidesInMostCases) {
  int asked = 0;
  int decided = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Dice dice(seed);
    const Growth growth = judge_growth(make_trace("leak15K", 40, dice), kTraceBudget, {});
    if (growth.decision != GrowthDecision::inconclusive || growth.requests_to_decide == 0) continue;
    ++asked;
    const int cycles = static_cast<int>(growth.requests_to_decide / kTraceRequests) + 1;
    Dice again(seed + 1000);
    const Growth longer = judge_growth(make_trace("leak15K", cycles, again), kTraceBudget, {});
    if (longer.decision == GrowthDecision::fail) ++decided;
  }

  EXPECT_GE(asked, 3);
  EXPECT_GE(decided, 0.6 * asked);
}

}  // namespace
}  // namespace ttsoak
