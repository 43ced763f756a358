#include "gmock/gmock.h"
#include "reports/record/heap_profile.h"
#include "reports/record/heap_tables.h"
#include "reports/record/record_reader.h"
#include "tests/unit/reports/record/heap_fixture.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

HeapRecord read_heap_of(const RunDirectory& directory) {
  auto record = read_run_record(directory.path());
  if (!record.ok()) abort_with(record.error().message.c_str());
  return std::move(record).value().heap;
}

TEST(HeapRecord, KeepsEveryValueOfAStack) {
  RunDirectory directory;
  auto writer = start_record(directory);
  const std::vector<Frame> frames = {
      {FrameKind::inlined, "std::vector<a, b>::push_back", "vec \"x\".h", 7, "/lib/a.so", ~0ULL},
      {FrameKind::python, "Cache.put", "server.py", 41, "", 0},
      {FrameKind::gap, "", "", 0, "", 0},
      {FrameKind::native, "main", "", 0, "/bin/tts", 4096}};
  writer->record(HeapStack{3, 12, frames});
  writer->record(snapshot(3, 0, {{12, 1, 2, 3, 4, 5, 6, 7, 8}}));
  ASSERT_FALSE(writer->finish(ms(1), "completed"));

  const HeapRecord heap = read_heap_of(directory);
  ASSERT_EQ(heap.stacks.size(), 1U);
  EXPECT_EQ(heap.stacks[0].stack.process, 3);
  EXPECT_EQ(heap.stacks[0].stack.stack, 12);
  EXPECT_EQ(heap.stacks[0].stack.frames, frames);
  const StackFigures& now = heap.stacks[0].now;
  EXPECT_THAT(
      (std::vector{now.live_bytes, now.live_blocks, now.live_variance, now.allocated_bytes,
                   now.allocated_blocks, now.freed_bytes, now.freed_blocks, now.mapped_bytes}),
      ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
}

TEST(HeapRecord, KeepsEveryValueOfTheNewestSnapshot) {
  RunDirectory directory;
  auto writer = start_record(directory);
  HeapSnapshot s;
  s.process = 2;
  s.cycle = 4;
  s.at = ms(9);
  s.allocated_bytes = 11;
  s.allocated_blocks = 12;
  s.freed_bytes = 3;
  s.freed_blocks = 2;
  s.python_allocated_blocks = 15;
  s.python_freed_blocks = 5;
  s.tracer_bytes = 17;
  s.sample_mean_bytes = 18;
  s.samples = 19;
  s.dropped_samples = 20;
  s.note = "no libunwind";
  writer->record(s);
  ASSERT_FALSE(writer->finish(ms(10), "completed"));

  const HeapRecord heap = read_heap_of(directory);
  ASSERT_EQ(heap.processes.size(), 1U);
  const HeapSnapshot& newest = heap.processes[0].newest;
  EXPECT_EQ(newest.process, 2);
  EXPECT_EQ(newest.cycle, 4);
  EXPECT_EQ(newest.at, ms(9));
  EXPECT_THAT((std::vector{newest.allocated_bytes, newest.allocated_blocks, newest.freed_bytes,
                           newest.freed_blocks, newest.python_allocated_blocks,
                           newest.python_freed_blocks, newest.tracer_bytes,
                           newest.sample_mean_bytes, newest.samples, newest.dropped_samples}),
              ElementsAre(11, 12, 3, 2, 15, 5, 17, 18, 19, 20));
  EXPECT_EQ(newest.note, "no libunwind");
  ASSERT_EQ(heap.troughs.size(), 1U);
  EXPECT_EQ(heap.troughs[0].live_bytes, 8);
  EXPECT_EQ(heap.troughs[0].live_blocks, 10);
  EXPECT_EQ(heap.troughs[0].python_blocks, 10);
  EXPECT_EQ(heap.troughs[0].tracer_bytes, 17);
}

TEST(HeapRecord, WithoutTracerIsEmpty) {
  RunDirectory directory;
  ASSERT_FALSE(start_record(directory)->finish(ms(1), "completed"));

  EXPECT_TRUE(read_heap_of(directory).empty());
  const auto profile = read_heap_profile(directory.path());
  ASSERT_FALSE(profile.ok());
  EXPECT_THAT(profile.error().message, HasSubstr("tracer was not loaded"));
}

TEST(HeapRecord, OfAVersionWithoutHeapIsEmpty) {
  RunDirectory directory;
  ASSERT_FALSE(start_record(directory)->finish(ms(1), "completed"));
  {
    auto database = Database::open(directory.file().string(), Database::Mode::create);
    ASSERT_TRUE(database.ok());
    ASSERT_FALSE(database.value().execute(
        "DROP TABLE frames; DROP TABLE stacks; DROP TABLE heap_snapshots; DROP TABLE stack_history;"
        "DROP TABLE stack_figures; DROP TABLE survivors; PRAGMA user_version = 1"));
  }

  EXPECT_TRUE(read_heap_of(directory).empty());
  EXPECT_FALSE(read_heap_profile(directory.path()).ok());
}

TEST(HeapRecord, FiguresHoldUntilTheyChange) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(snapshot(0, 0, {holds(1, 10), holds(2, 0)}));
  writer->record(snapshot(0, 1, {holds(1, 10), holds(2, 0)}));
  writer->record(snapshot(0, 2, {holds(1, 30), holds(2, 5)}));
  writer->record(snapshot(0, 3, {holds(1, 30), holds(2, 5)}));
  ASSERT_FALSE(writer->finish(ms(1), "completed"));

  const HeapRecord heap = read_heap_of(directory);
  EXPECT_THAT(heap.cycles, ElementsAre(0, 1, 2, 3));
  ASSERT_EQ(heap.stacks.size(), 2U);
  EXPECT_THAT(heap.stacks[0].live_bytes, ElementsAre(10, 10, 30, 30));
  EXPECT_THAT(heap.stacks[0].live_variance, ElementsAre(1000, 1000, 3000, 3000));
  EXPECT_THAT(heap.stacks[1].live_bytes, ElementsAre(0, 0, 5, 5));
}

TEST(HeapRecord, SurvivorsAreThoseOfTheNewestTrough) {
  RunDirectory directory;
  auto writer = start_record(directory);
  HeapSnapshot early = snapshot(0, 1, {holds(1, 10)});
  early.survivors = {{1, 0, 5, 1}, {1, 1, 5, 1}};
  HeapSnapshot late = snapshot(0, 2, {holds(1, 11)});
  late.survivors = {{1, 1, 5, 1}, {1, 2, 6, 2}};
  writer->record(early);
  writer->record(late);
  ASSERT_FALSE(writer->finish(ms(1), "completed"));

  const HeapRecord heap = read_heap_of(directory);
  ASSERT_EQ(heap.stacks.size(), 1U);
  ASSERT_EQ(heap.stacks[0].survivors.size(), 2U);
  EXPECT_EQ(heap.stacks[0].survivors[0].born_cycle, 1);
  EXPECT_EQ(heap.stacks[0].survivors[1].born_cycle, 2);
  EXPECT_EQ(heap.stacks[0].survivors[1].bytes, 6);
}

TEST(HeapRecord, AProcessHasNoFiguresBeforeItCameAndAfterItWent) {
  RunDirectory directory;
  auto writer = start_record(directory);
  for (int cycle = 0; cycle <= 5; ++cycle) {
    writer->record(snapshot(0, cycle, {holds(1, 10)}));
    if (cycle >= 2 && cycle <= 3) writer->record(snapshot(1, cycle, {holds(1, 70)}));
  }
  ASSERT_FALSE(writer->finish(ms(1), "completed"));

  const HeapRecord heap = read_heap_of(directory);
  ASSERT_EQ(heap.stacks.size(), 2U);
  EXPECT_EQ(heap.stacks[1].first, 2U);
  EXPECT_THAT(heap.stacks[1].live_bytes, ElementsAre(70, 70));
  EXPECT_EQ(heap.troughs[3].processes, 2);
  EXPECT_EQ(heap.troughs[4].processes, 1);
}

TEST(HeapProfile, HoldsAllStacksAtTheNewestTroughAndWhatWasLiveEarlier) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(HeapStack{0, 1, {native("cache"), native("main")}});
  writer->record(HeapStack{0, 2, {native("buffer"), native("main")}});
  StackFigures busy = holds(2, 0);
  busy.allocated_bytes = busy.freed_bytes = 900;
  writer->record(snapshot(0, 1, {holds(1, 10)}));
  writer->record(snapshot(0, 2, {holds(1, 25), busy}));
  ASSERT_FALSE(writer->finish(ms(1), "completed"));

  const auto newest = read_heap_profile(directory.path());
  ASSERT_TRUE(newest.ok()) << newest.error().message;
  EXPECT_EQ(newest.value().cycle, 2);
  EXPECT_EQ(newest.value().at_s, 2);
  ASSERT_EQ(newest.value().stacks.size(), 2U);
  EXPECT_EQ(newest.value().stacks[0].figures.live_bytes, 25);
  EXPECT_EQ(newest.value().stacks[1].figures.allocated_bytes, 900);
  EXPECT_THAT(newest.value().stacks[1].stack.frames, ElementsAre(native("buffer"), native("main")));
  const auto early = read_heap_profile(directory.path(), 1);
  ASSERT_TRUE(early.ok()) << early.error().message;
  ASSERT_EQ(early.value().stacks.size(), 1U);
  EXPECT_EQ(early.value().stacks[0].figures.live_bytes, 10);
  EXPECT_FALSE(read_heap_profile(directory.path(), 0).ok());
}

}  // namespace
}  // namespace ttsoak
