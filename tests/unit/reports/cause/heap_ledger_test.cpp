#include "reports/cause/heap_ledger.h"

#include <cmath>

#include "gmock/gmock.h"
#include "tests/unit/reports/cause/simulated_heap.h"

namespace ttsoak {
namespace {

constexpr double kKiB = 1024;

// What is leaked per cycle at a rate per request.
constexpr double per_cycle(double bytes_per_request) { return bytes_per_request * kHeapRequests; }

TEST(HeapLedger, RanksByWhatIsCertainAndExplainsTheWhole) {
  Dice dice(3);
  const HeapRecord heap = simulate_heap(
      {{3e6, 1, 0}, {0, 1, per_cycle(20 * kKiB)}, {0, 1, per_cycle(60 * kKiB)}, {9e6, 0, 0}}, 60,
      dice);

  const HeapLedger ledger = rank_growing_stacks(heap, equal_cycles(60));

  ASSERT_EQ(ledger.growing.size(), 2U);
  EXPECT_EQ(ledger.growing[0].series, 2U);
  EXPECT_EQ(ledger.growing[1].series, 1U);
  ASSERT_TRUE(ledger.whole);
  EXPECT_TRUE(ledger.whole_is_exact);
  EXPECT_NEAR(ledger.whole->mean, 80 * kKiB, 1);
  ASSERT_TRUE(ledger.explained_share());
  EXPECT_NEAR(*ledger.explained_share(), 1, 0.15);
  EXPECT_DOUBLE_EQ(ledger.explained.mean + ledger.unexplained(), ledger.whole->mean);
}

TEST(HeapLedger, LeavesUnexplainedWhatNoStackShows) {
  Dice dice(3);
  HeapRecord heap = simulate_heap({{0, 1, per_cycle(30 * kKiB)}}, 60, dice);
  for (HeapTrough& trough : heap.troughs) {
    trough.live_bytes += std::llround(per_cycle(30 * kKiB) * trough.cycle);
  }

  const HeapLedger ledger = rank_growing_stacks(heap, equal_cycles(60));

  EXPECT_NEAR(ledger.unexplained(), 30 * kKiB, 10 * kKiB);
  EXPECT_NEAR(*ledger.explained_share(), 0.5, 0.1);
}

TEST(HeapLedger, CountsMappingsIn) {
  Dice dice(3);
  HeapRecord heap = simulate_heap({{0, 0, 0}}, 40, dice);
  for (std::size_t i = 0; i < 40; ++i) {
    heap.stacks[0].mapped_bytes[i] = 4096.0 * kHeapRequests * static_cast<double>(i);
  }

  const HeapLedger ledger = rank_growing_stacks(heap, equal_cycles(40));

  ASSERT_EQ(ledger.growing.size(), 1U);
  EXPECT_NEAR(ledger.growing[0].rate.mean, 4096, 1);
  EXPECT_NEAR(*ledger.explained_share(), 1, 0.01);
}

TEST(HeapLedger, WithPythonObjectsTheWholeIsWhatTheStacksHold) {
  Dice dice(3);
  HeapRecord heap = simulate_heap({{0, 1, per_cycle(40 * kKiB)}}, 60, dice);
  for (HeapTrough& trough : heap.troughs) {
    trough.live_bytes = 5000000;  // the counter of malloc sees nothing of it
    trough.python_blocks = trough.cycle;
  }

  const HeapLedger ledger = rank_growing_stacks(heap, equal_cycles(60));

  EXPECT_FALSE(ledger.whole_is_exact);
  ASSERT_EQ(ledger.growing.size(), 1U);
  EXPECT_NEAR(*ledger.explained_share(), 1, 0.01);
}

TEST(HeapLedger, ALeakOfAProcessThatIsGoneIsNone) {
  Dice dice(3);
  HeapRecord heap = simulate_heap({{0, 1, per_cycle(60 * kKiB)}}, 60, dice);
  StackSeries& stack = heap.stacks[0];
  for (auto* column :
       {&stack.live_bytes, &stack.live_blocks, &stack.live_variance, &stack.mapped_bytes}) {
    column->resize(30);
  }

  EXPECT_THAT(rank_growing_stacks(heap, equal_cycles(60)).growing, testing::IsEmpty());
}

TEST(HeapLedger, StacksWithoutASeriesCountAsTests) {
  Dice dice(3);
  const std::vector<StackHabit> habits{{0, 1, per_cycle(2.5 * kKiB)}};
  HeapRecord heap = simulate_heap(habits, 40, dice);
  EXPECT_EQ(rank_growing_stacks(heap, equal_cycles(40)).growing.size(), 1U);
  heap.other_stacks = 20000;
  EXPECT_EQ(rank_growing_stacks(heap, equal_cycles(40)).growing.size(), 0U);
  EXPECT_EQ(rank_growing_stacks(heap, equal_cycles(40)).not_proven.size(), 1U);
}

TEST(HeapLedger, TellsAFillingCacheFromALeakByItsShape) {
  Dice dice(3);
  HeapRecord heap = simulate_heap({{0, 1, per_cycle(60 * kKiB)}, {0, 0, 0}}, 80, dice);
  for (std::size_t i = 0; i < 80; ++i) {
    heap.stacks[1].live_bytes[i] =
        5e7 * (1 - std::exp(-static_cast<double>(i) / 25)) + dice.normal(20000);
  }

  const HeapLedger ledger = rank_growing_stacks(heap, equal_cycles(80));

  ASSERT_EQ(ledger.growing.size(), 2U);
  for (const GrowingStack& stack : ledger.growing) {
    EXPECT_EQ(stack.shape == GrowthShape::saturating, stack.series == 1) << stack.series;
  }
}

TEST(HeapLedger, SaysWhenThereAreTooFewCycles) {
  Dice dice(3);
  const HeapRecord heap = simulate_heap({{0, 1, per_cycle(60 * kKiB)}}, 8, dice);
  const HeapLedger ledger = rank_growing_stacks(heap, equal_cycles(8));
  EXPECT_FALSE(ledger.enough_cycles);
  EXPECT_FALSE(ledger.whole);
  EXPECT_THAT(ledger.growing, testing::IsEmpty());
  ASSERT_EQ(ledger.not_proven.size(), 1U);
  EXPECT_GT(ledger.not_proven[0].rate.mean, 0);
  EXPECT_FALSE(std::isfinite(ledger.not_proven[0].rate.upper95));
}

TEST(HeapLedger, OfNoHeapIsEmpty) {
  const HeapLedger ledger = rank_growing_stacks({}, equal_cycles(40));
  EXPECT_FALSE(ledger.whole);
  EXPECT_FALSE(ledger.explained_share());
}

}  // namespace
}  // namespace ttsoak
