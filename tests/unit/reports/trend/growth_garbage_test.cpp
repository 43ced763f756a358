// Whatever a damaged record holds, the judge answers, and its figures are numbers.
#include <cmath>
#include <limits>

#include "gmock/gmock.h"
#include "reports/calibration/traces.h"

namespace ttsoak {
namespace {

double any_value(Dice& dice, bool may_be_damaged) {
  constexpr double kBig = std::numeric_limits<double>::max();
  switch (dice.integer(0, may_be_damaged ? 11 : 7)) {
    case 0:
      return 0;
    case 1:
      return -dice.uniform(0, 1e12);
    case 2:
      return 9e18;
    case 3:
      return -9e18;
    case 4:
      return std::numeric_limits<double>::denorm_min();
    case 8:
      return std::nan("");
    case 9:
      return std::numeric_limits<double>::infinity();
    case 10:
      return -kBig;
    case 11:
      return kBig;
    default:
      return dice.uniform(0, 1e10);
  }
}

TroughSeries any_series(Dice& dice, bool may_be_damaged) {
  TroughSeries series;
  const int cycles = dice.integer(0, 200);
  const int shape = dice.integer(0, 3);
  double requests = dice.integer(0, 1) == 1 ? dice.uniform(0, 1e6) : 0;
  int lifetime = dice.integer(-3, 3);
  for (int i = 0; i < cycles; ++i) {
    if (dice.integer(0, 20) == 0) lifetime += dice.integer(0, 3);
    requests += shape == 0 ? 25 : shape == 1 ? dice.integer(0, 2) : dice.uniform(0, 1e5);
    series.requests.push_back(may_be_damaged && dice.integer(0, 50) == 0 ? any_value(dice, true)
                                                                         : requests);
    series.bytes.push_back(shape == 3 ? dice.integer(0, 1) : any_value(dice, may_be_damaged));
    series.lifetime.push_back(lifetime);
  }
  return series;
}

void expect_sane(const Growth& growth, std::uint64_t seed) {
  SCOPED_TRACE(seed);
  EXPECT_FALSE(growth.why.empty());
  EXPECT_TRUE(std::isfinite(growth.rate));
  EXPECT_TRUE(std::isfinite(growth.lower95));
  EXPECT_TRUE(std::isfinite(growth.upper95));
  EXPECT_LE(growth.lower95, growth.upper95);
  EXPECT_GE(growth.chance_over_budget, 0);
  EXPECT_LE(growth.chance_over_budget, 1 + 1e-9);
  EXPECT_GE(growth.requests_to_decide, 0);
  EXPECT_EQ(growth.fit_bytes.size(), growth.fit_requests.size());
  for (std::size_t i = 0; i < growth.fit_bytes.size(); ++i) {
    EXPECT_TRUE(growth.fit_lower_bytes[i] <= growth.fit_bytes[i] &&
                growth.fit_bytes[i] <= growth.fit_upper_bytes[i]);
  }
}

TEST(JudgeGrowthOfGarbage, AnswersWithNumbersWhateverTheMeasurements) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Dice dice(seed);
    const TroughSeries series = any_series(dice, false);
    const double budget = dice.integer(0, 3) == 0 ? 0 : dice.uniform(0, 1e5);
    expect_sane(judge_growth(series, budget, {}), seed);
  }
}

TEST(JudgeGrowthOfGarbage, NeverPassesOrFailsADamagedSeries) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Dice dice(seed);
    TroughSeries series = any_series(dice, true);
    series.requests.push_back(series.requests.empty() ? 1 : series.requests.back());
    series.bytes.push_back(std::nan(""));
    series.lifetime.push_back(series.lifetime.empty() ? 0 : series.lifetime.back());
    const Growth growth = judge_growth(series, any_value(dice, true), {});
    expect_sane(growth, seed);
    EXPECT_EQ(growth.decision, GrowthDecision::inconclusive);
  }
}

}  // namespace
}  // namespace ttsoak
