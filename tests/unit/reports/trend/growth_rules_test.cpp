#include "reports/trend/growth_rules.h"

#include <limits>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

TEST(IsLook, OnlyAtFortyTimesAPowerOfTwo) {
  for (const int cycles : {40, 80, 160, 320, 1280}) EXPECT_TRUE(is_look(cycles)) << cycles;
  for (const int cycles : {-40, 0, 1, 20, 39, 41, 60, 79, 100, 120, 159, 240})
    EXPECT_FALSE(is_look(cycles)) << cycles;
}

TEST(RulesFor, ARunWithNoLookBeforeItsEndSpendsEverythingThere) {
  EXPECT_EQ(rules_for(40, 40).alpha_fail, GrowthRules{}.alpha_fail);
  EXPECT_EQ(rules_for(30, 30).alpha_late, GrowthRules{}.alpha_late);
}

TEST(RulesFor, SharesAreAHalfAQuarterAQuarterAtOneHundredAndSixtyCycles) {
  const GrowthRules whole;
  EXPECT_EQ(rules_for(40, 160).alpha_fail, whole.alpha_fail / 2);
  EXPECT_EQ(rules_for(80, 160).alpha_fail, whole.alpha_fail / 4);
  EXPECT_EQ(rules_for(160, 160).alpha_fail, whole.alpha_fail / 4);
  EXPECT_EQ(rules_for(160, 160).alpha_late, whole.alpha_late / 4);
}

TEST(RulesFor, SharesOfAllLooksAddUpToOneHoweverLongTheRun) {
  for (const int planned : {1, 39, 40, 41, 57, 80, 81, 160, 300, 320, 5000, 40960}) {
    double sum = rules_for(planned, planned).alpha_fail;
    for (int cycles = 1; cycles < planned; ++cycles)
      if (is_look(cycles)) sum += rules_for(cycles, planned).alpha_fail;
    EXPECT_DOUBLE_EQ(sum, GrowthRules{}.alpha_fail) << planned;
  }
}

TEST(RulesFor, ARunCutOffBetweenLooksSpendsWhatTheLooksLeft) {
  EXPECT_EQ(rules_for(57, 160).alpha_fail, GrowthRules{}.alpha_fail / 2);
  EXPECT_EQ(rules_for(100, 160).alpha_fail, GrowthRules{}.alpha_fail / 4);
}

TEST(RulesFor, PassIsDecidedOnceAndKeepsItsAlpha) {
  EXPECT_EQ(rules_for(80, 160).alpha_pass, GrowthRules{}.alpha_pass);
}

TEST(RulesFor, AbsurdLengthsDoNotOverflow) {
  constexpr int kMost = std::numeric_limits<int>::max();
  EXPECT_GT(rules_for(kMost, kMost).alpha_fail, 0);
}

TEST(GrowthRules, ARunUntilDecidedSharesEveryAlphaAmongItsThreeLooks) {
  double fail = 0;
  double pass = 0;
  for (const int look : {40, 80, 160}) {
    fail += rules_until_decided(look).alpha_fail;
    pass += rules_until_decided(look).alpha_pass;
  }
  EXPECT_DOUBLE_EQ(fail, GrowthRules{}.alpha_fail);
  EXPECT_DOUBLE_EQ(pass, GrowthRules{}.alpha_pass);
  EXPECT_DOUBLE_EQ(rules_until_decided(40).alpha_pass, GrowthRules{}.alpha_pass / 2);
}

}  // namespace
}  // namespace ttsoak
