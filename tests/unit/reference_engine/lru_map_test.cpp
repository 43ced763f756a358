#include "reference_engine/faults/caches/lru_map.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

TEST(LruMap, DropsTheValueUnusedForLongest) {
  LruMap<int> map(2);
  map.insert("a", 1);
  map.insert("b", 2);
  EXPECT_EQ(map.find("a"), 1);

  map.insert("c", 3);

  EXPECT_EQ(map.find("b"), std::nullopt);
  EXPECT_EQ(map.find("a"), 1);
  EXPECT_EQ(map.find("c"), 3);
}

TEST(LruMap, NeverHoldsMoreThanItsCapacity) {
  LruMap<int> map(16);
  for (int i = 0; i < 1000; ++i) map.insert(std::to_string(i), i);

  EXPECT_EQ(map.size(), 16U);
}

TEST(LruMap, InsertingAKeyAgainReplacesItsValue) {
  LruMap<int> map(2);
  map.insert("a", 1);
  map.insert("a", 2);

  EXPECT_EQ(map.size(), 1U);
  EXPECT_EQ(map.find("a"), 2);
}

}  // namespace
}  // namespace ttsoak
