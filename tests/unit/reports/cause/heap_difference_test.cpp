#include "reports/cause/heap_difference.h"

#include "gtest/gtest.h"

namespace ttsoak {
namespace {

ProfiledStack entry(int process, std::int64_t stack, double bytes, double mapped = 0) {
  ProfiledStack held;
  held.stack = {process, stack, {}};
  held.figures.live_bytes = bytes;
  held.figures.live_blocks = bytes / 10;
  held.figures.mapped_bytes = mapped;
  return held;
}

TEST(SubtractHeaps, TellsWhatGrewWhatShrankAndWhatIsNew) {
  const HeapProfile earlier{1, 0, 0, {entry(0, 1, 100), entry(0, 2, 500), entry(0, 3, 70)}};
  const HeapProfile later{5, 0, 0, {entry(0, 1, 400), entry(0, 3, 70), entry(1, 2, 50, 900)}};

  const auto grown = subtract(later, earlier);

  ASSERT_EQ(grown.size(), 3U);
  EXPECT_EQ(grown[0].stack.process, 1);
  EXPECT_EQ(grown[0].mapped_bytes, 900);
  EXPECT_EQ(grown[1].stack.stack, 1);
  EXPECT_EQ(grown[1].live_bytes, 300);
  EXPECT_EQ(grown[1].live_blocks, 30);
  EXPECT_EQ(grown[2].live_bytes, -500);
}

TEST(SubtractHeaps, OfEqualOnesIsEmpty) {
  const HeapProfile heap{1, 0, 0, {entry(0, 1, 100)}};
  EXPECT_TRUE(subtract(heap, heap).empty());
}

}  // namespace
}  // namespace ttsoak
