#include "harness/config/even_layout.h"

#include <map>

#include "gmock/gmock.h"
#include "harness/config/weighted_list.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;

std::map<std::size_t, int> counts_of(const std::vector<std::size_t>& layout) {
  std::map<std::size_t, int> counts;
  for (const std::size_t thing : layout) ++counts[thing];
  return counts;
}

TEST(EvenLayout, SpreadsTheRareOnesOut) {
  EXPECT_THAT(lay_out_evenly({4, 1}, 10), ElementsAre(0, 0, 1, 0, 0, 0, 0, 1, 0, 0));
}

TEST(EvenLayout, SharesAreRightAfterAnyNumberOfPlaces) {
  const std::vector<double> weights = {92, 5, 2, 1};
  const auto layout = lay_out_evenly(weights, 1000);
  std::vector<double> seen(4);
  for (std::size_t i = 0; i < layout.size(); ++i) {
    ++seen[layout[i]];
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_LE(std::abs(seen[k] - static_cast<double>(i + 1) * weights[k] / 100), 2.0);
    }
  }
  EXPECT_THAT(seen, ElementsAre(920, 50, 20, 10));
}

TEST(EvenLayout, WhateverHasWeightHasAPlaceAndWhatHasNoneHasNone) {
  auto counts = counts_of(lay_out_evenly({1000, 1, 0, 1}, 25));
  EXPECT_EQ(counts[0], 23);
  EXPECT_EQ(counts[1], 1);
  EXPECT_EQ(counts.count(2), 0U);
  EXPECT_EQ(counts[3], 1);
}

TEST(EvenLayout, WithTooFewPlacesTheHeaviestStay) {
  auto counts = counts_of(lay_out_evenly({1, 5, 3}, 2));
  EXPECT_EQ(counts.count(0), 0U);
  EXPECT_EQ(counts[1] + counts[2], 2);
}

TEST(WeightedList, NamesComeAsOftenAsTheyWeigh) {
  const auto list = as_weighted_list(nlohmann::json::parse(R"(["a", {"name": "b", "weight": 4}])"));
  ASSERT_TRUE(list);
  EXPECT_THAT(*list, ElementsAre("b", "b", "a", "b", "b"));
}

TEST(WeightedList, WithoutWeightsStaysInItsOrder) {
  EXPECT_THAT(*as_weighted_list({"z", "a", "m"}), ElementsAre("z", "a", "m"));
}

TEST(WeightedList, IsStrict) {
  for (const char* wrong :
       {"[]", "\"a\"", "[\"\"]", "[1]", R"([{"name": "a"}])", R"([{"name": "a", "weight": 0}])",
        R"([{"name": "a", "weight": 1.5}])", R"([{"name": "a", "weight": 2, "x": 1}])"}) {
    EXPECT_FALSE(as_weighted_list(nlohmann::json::parse(wrong))) << wrong;
  }
}

}  // namespace
}  // namespace ttsoak
