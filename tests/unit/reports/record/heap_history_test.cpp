#include <numeric>

#include "gmock/gmock.h"
#include "reports/record/heap_tables.h"
#include "reports/record/record_reader.h"
#include "tests/unit/reports/record/heap_fixture.h"

namespace ttsoak {
namespace {

HeapRecord read_heap_of(const RunDirectory& directory) {
  auto record = read_run_record(directory.path());
  if (!record.ok()) abort_with(record.error().message.c_str());
  return std::move(record).value().heap;
}

std::int64_t rows(const RunDirectory& directory, const std::string& table) {
  auto database = Database::open(directory.file().string(), Database::Mode::read);
  if (!database.ok()) abort_with(database.error().message.c_str());
  auto count = database.value().prepare("SELECT count(*) FROM " + table);
  if (!count.ok() || !count.value().step().ok()) abort_with("cannot count");
  return count.value().integer(0);
}

TEST(HistoryStride, DoublesWheneverTheTroughsBecomeTooMany) {
  EXPECT_EQ(history_stride(0), 1);
  EXPECT_EQ(history_stride(kKeptTroughs), 1);
  EXPECT_EQ(history_stride(kKeptTroughs + 1), 2);
  EXPECT_EQ(history_stride(2 * kKeptTroughs + 2), 4);
}

// One stack grows by 10 in every cycle, one steps once, one alternates.
TEST(StackHistory, ThinnedRowsAreWhatTheFiguresWereAtTheTroughsThatStay) {
  RunDirectory directory;
  auto writer = start_record(directory);
  constexpr int kCycles = 1003;
  constexpr int kStep = 333;  // not a multiple of the stride in the end
  for (int cycle = 0; cycle <= kCycles; ++cycle) {
    writer->record(snapshot(
        0, cycle,
        {holds(1, 10 * cycle), holds(2, cycle < kStep ? 5 : 6), holds(3, cycle % 2 == 0 ? 7 : 8)}));
    if (cycle % 100 == 0) {
      ASSERT_FALSE(writer->flush());
    }
  }
  ASSERT_FALSE(writer->finish(ms(1), "completed"));

  const HeapRecord heap = read_heap_of(directory);
  EXPECT_EQ(heap.troughs.size(), static_cast<std::size_t>(kCycles) + 1);
  EXPECT_LE(heap.cycles.size(), static_cast<std::size_t>(kKeptTroughs) + 2);
  EXPECT_GE(heap.cycles.size(), static_cast<std::size_t>(kKeptTroughs) / 2);
  EXPECT_EQ(heap.cycles.back(), kCycles);
  ASSERT_EQ(heap.stacks.size(), 3U);
  for (std::size_t i = 0; i < heap.cycles.size(); ++i) {
    const int cycle = heap.cycles[i];
    EXPECT_EQ(heap.stacks[0].live_bytes[i], 10 * cycle) << cycle;
    EXPECT_EQ(heap.stacks[1].live_bytes[i], cycle < kStep ? 5 : 6) << cycle;
    EXPECT_EQ(heap.stacks[2].live_bytes[i], cycle % 2 == 0 ? 7 : 8) << cycle;
  }
  EXPECT_LE(rows(directory, "stack_history"), 2 * kKeptTroughs + 4);
}

TEST(StackHistory, LosesNothingBeyondTheStacksThatAreKept) {
  RunDirectory directory;
  auto writer = start_record(directory);
  const auto stacks = static_cast<std::int64_t>(HeapRecord::kMostStacks) + 300;
  for (int cycle = 0; cycle <= 9; ++cycle) {
    HeapSnapshot heap = snapshot(0, cycle, {});
    for (std::int64_t s = 1; s <= stacks; ++s) {
      heap.stacks.push_back(holds(s, static_cast<double>(100 + s * cycle)));
    }
    writer->record(heap);
    HeapSnapshot gone = snapshot(1, cycle, {});
    for (std::int64_t s = 1; s <= 50; ++s) gone.stacks.push_back(holds(s, 1));
    if (cycle <= 4) writer->record(gone);
  }
  ASSERT_FALSE(writer->finish(ms(1), "completed"));

  const HeapRecord heap = read_heap_of(directory);
  EXPECT_EQ(heap.stacks.size(), HeapRecord::kMostStacks);
  EXPECT_EQ(heap.other_stacks, 350U);
  EXPECT_EQ(heap.stacks.front().stack.stack, 301);  // those that grew most stay
  for (std::size_t i = 0; i < heap.cycles.size(); ++i) {
    double sum = heap.other_live_bytes[i];
    for (const StackSeries& stack : heap.stacks) sum += stack.live_bytes[i];
    const std::int64_t growth = stacks * (stacks + 1) / 2 * heap.cycles[i];
    const std::int64_t expected = stacks * 100 + growth + (heap.cycles[i] <= 4 ? 50 : 0);
    EXPECT_DOUBLE_EQ(sum, static_cast<double>(expected)) << i;
  }
}

// What a large server does: 6,000 stacks, a third of which change at every trough.
TEST(StackHistory, OfThreeDaysTakesTensOfMegabytes) {
  RunDirectory directory;
  auto writer = start_record(directory);
  constexpr int kCycles = 400;  // more are thinned, so that the size does not go beyond this
  for (std::int64_t s = 1; s <= 6000; ++s) {
    HeapStack stack{0, s, {}};
    for (std::int64_t f = 0; f < 30; ++f) {
      stack.frames.push_back(
          native("torch::some::function_name_of_usual_length", static_cast<int>(f < 25 ? f : s)));
    }
    writer->record(stack);
  }
  for (int cycle = 0; cycle <= kCycles; ++cycle) {
    HeapSnapshot heap = snapshot(0, cycle, {});
    for (std::int64_t s = 1; s <= 6000; ++s) {
      const double bytes = 5e6 + static_cast<double>(s % 3 == 0 ? s * (cycle % 7) : s);
      heap.stacks.push_back({s, bytes, 77, bytes * 65536, 1e9 + 1e6 * cycle, 12345, 1e9, 11111, 0});
      if (s % 6 == 0) heap.survivors.push_back({s, cycle % 7, bytes, 77});
    }
    writer->record(std::move(heap));
  }
  ASSERT_FALSE(writer->finish(ms(1), "completed"));
  const auto size = static_cast<std::int64_t>(std::filesystem::file_size(directory.file()));
  std::cout << size / 1000000 << " MB, " << rows(directory, "stack_history") << " rows\n";

  EXPECT_LT(size, 60000000);
}

}  // namespace
}  // namespace ttsoak
