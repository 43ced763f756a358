#include "reports/trend/growth_words.h"

#include "gmock/gmock.h"
#include "reports/trend/requests_to_decide.h"

namespace ttsoak::trend {
namespace {

Growth growth_of(double kib, double lower, double upper, double chance) {
  Growth growth;
  growth.rate = kib * 1024;
  growth.lower95 = lower * 1024;
  growth.upper95 = upper * 1024;
  growth.chance_over_budget = chance;
  return growth;
}

TEST(GrowthWords, AFailureIsOneSentenceAPersonOnCallUnderstands) {
  EXPECT_EQ(explain(growth_of(41.2, 38, 44.4, 0.99999), 10240, Obstacle::none),
            "growth is 41.2 KiB per request [38.0, 44.4]; the chance that it exceeds 10.0 KiB is "
            "over 99.9 %");
}

TEST(GrowthWords, AnUndecidedRunSaysHowLongItShouldBe) {
  Growth growth = growth_of(9, 2, 16, 0.4);
  growth.requests_to_decide = 14000;
  EXPECT_EQ(explain(growth, 10240, Obstacle::uncertain),
            "growth is 9.0 KiB per request [2.0, 16.0]; the chance that it exceeds 10.0 KiB is "
            "40.0 %, which settles nothing; about 14,000 requests in all would decide");
  growth.requests_to_decide = 0;
  EXPECT_THAT(explain(growth, 10240, Obstacle::uncertain), testing::HasSubstr("cannot be said"));
}

TEST(GrowthWords, ChancesAreNeverSaidToBeCertain) {
  EXPECT_EQ(chance_in_words(1), "over 99.9 %");
  EXPECT_EQ(chance_in_words(0), "under 0.1 %");
  EXPECT_EQ(chance_in_words(0.312), "31.2 %");
}

TEST(RequestsToDecide, TwiceTheStandardErrorTakesSixTenthsMore) {
  // 1.645 standard errors below the budget pass; here it is half of that, and 2^(1/1.5) = 1.59.
  const double half = 1.96 * 10 / (1.645 / 2);
  EXPECT_EQ(requests_to_decide(0, {-half, half}, 10, {}, 1000, 1.25), 1600);
}

TEST(RequestsToDecide, AsksForTheLeastItIsToldAndGivesUpNearTheBudget) {
  EXPECT_EQ(requests_to_decide(0, {-0.1, 0.1}, 10, {}, 1000, 1.25), 1300);
  EXPECT_EQ(requests_to_decide(10, {9, 11}, 10, {}, 1000, 1.25), 0);
  EXPECT_EQ(requests_to_decide(9.99, {0, 20}, 10, {}, 1000, 1.25), 0);
}

TEST(RequestsToDecide, RoundsUpToTwoDigits) {
  EXPECT_EQ(round_up_to_two_digits(12001), 13000);
  EXPECT_EQ(round_up_to_two_digits(1200), 1200);
  EXPECT_EQ(round_up_to_two_digits(7.2), 8);
  EXPECT_EQ(round_up_to_two_digits(0), 0);
}

}  // namespace
}  // namespace ttsoak::trend
