#include <limits>

#include "gmock/gmock.h"
#include "reports/record/record_reader.h"
#include "tests/unit/reports/record/record_fixture.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;

RunRecord read_back(const RunDirectory& directory) {
  auto record = read_run_record(directory.path());
  if (!record.ok()) abort_with(record.error().message.c_str());
  return std::move(record).value();
}

RunRecord written_and_read(const std::vector<Observation>& observations) {
  RunDirectory directory;
  auto writer = start_record(directory);
  for (const Observation& observation : observations) writer->record(observation);
  if (Status error = writer->finish(ms(1), "completed")) abort_with(error->message.c_str());
  return read_back(directory);
}

MemorySplit full_split() {
  MemorySplit s;
  s.process = 3;
  s.cycle = 7;
  s.at = ms(9);
  s.exact = true;
  std::int64_t figure = 100;
  for (std::int64_t* field :
       {&s.rss_bytes, &s.live_bytes, &s.pinned_bytes, &s.free_bytes, &s.top_bytes,
        &s.python_live_bytes, &s.python_free_bytes, &s.mapped_bytes, &s.stack_bytes, &s.file_bytes,
        &s.shmem_bytes, &s.tracer_bytes, &s.unexplained_bytes, &s.trim_bytes, &s.pause_us}) {
    *field = ++figure;
  }
  s.unexplained_bytes = -7;
  s.allocator = "glibc 2.36";
  s.note = "arena \"2\" was busy";
  return s;
}

TEST(Evidence, KeepsEveryValueOfASplit) {
  const RunRecord record = written_and_read({full_split()});

  ASSERT_EQ(record.splits.size(), 1U);
  const MemorySplit& s = record.splits[0];
  EXPECT_THAT((std::vector<std::int64_t>{s.process, s.cycle, s.at.count(), s.exact}),
              ElementsAre(3, 7, 9000, 1));
  EXPECT_THAT(
      (std::vector{s.rss_bytes, s.live_bytes, s.pinned_bytes, s.free_bytes, s.top_bytes,
                   s.python_live_bytes, s.python_free_bytes, s.mapped_bytes, s.stack_bytes,
                   s.file_bytes, s.shmem_bytes, s.tracer_bytes, s.unexplained_bytes, s.trim_bytes,
                   s.pause_us}),
      ElementsAre(101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, -7, 114, 115));
  EXPECT_EQ(s.allocator, "glibc 2.36");
  EXPECT_EQ(s.note, "arena \"2\" was busy");
}

RetentionShare share(int cycle, RetentionRole role, std::int64_t stack, double bytes) {
  return {1, cycle, role, stack, stack < 0 ? "/lib/libdnnl.so" : "", bytes, .5, .4, .6, 9, 48, 112};
}

TEST(Evidence, RetentionIsThatOfTheNewestLookOfEachRole) {
  const RunRecord record = written_and_read(
      {share(1, RetentionRole::pins, 4, 10), share(1, RetentionRole::filled, 5, 7),
       share(8, RetentionRole::pins, 6, 20), share(8, RetentionRole::pins, -1, 90)});

  ASSERT_EQ(record.retention.size(), 3U);
  const RetentionShare& first = record.retention[1];
  EXPECT_EQ(record.retention[0].role, RetentionRole::filled);
  EXPECT_EQ(record.retention[0].cycle, 1);
  EXPECT_EQ(first.stack, -1);
  EXPECT_EQ(first.library, "/lib/libdnnl.so");
  EXPECT_THAT((std::vector{first.bytes, first.share, first.share_low, first.share_high}),
              ElementsAre(90, .5, .4, .6));
  EXPECT_THAT((std::vector{first.samples, first.block_bytes_low, first.block_bytes_high}),
              ElementsAre(9, 48, 112));
  EXPECT_EQ(record.retention[2].stack, 6);
}

TEST(Evidence, RetentionBringsTheStacksThatItNames) {
  const Frame frame{FrameKind::python, "speak", "server.py", 41, "", 0};
  const RunRecord record =
      written_and_read({HeapStack{1, 4, {frame}}, HeapStack{1, 5, {frame}},
                        HeapStack{2, 4, {frame}}, share(1, RetentionRole::pins, 4, 10)});

  ASSERT_EQ(record.retention_stacks.size(), 1U);
  EXPECT_EQ(record.retention_stacks[0].process, 1);
  EXPECT_EQ(record.retention_stacks[0].stack, 4);
  EXPECT_THAT(record.retention_stacks[0].frames, ElementsAre(frame));
}

TEST(Evidence, KeepsEveryValueOfPython) {
  const PythonHolder old{1, "server._writers", "dict", 0, 3, 2, 1, 4, 5, -1, -1, true, ""};
  const PythonHolder holder{1,     "server._writers",      "dict", 1, 40, 39, 38, 0, 390, 512, 2e6,
                            false, "str -> bytes, 200 KiB"};
  const RunRecord record =
      written_and_read({PythonHeap{1, 2, ms(5), 11, 12, 13, 14, 15, 16, 17, "no gc"}, old, holder});

  ASSERT_EQ(record.python.heaps.size(), 1U);
  const PythonHeap& h = record.python.heaps[0];
  EXPECT_THAT((std::vector<std::int64_t>{h.process, h.cycle, h.at.count(), h.objects, h.garbage,
                                         h.tasks, h.cuda_allocated_bytes, h.cuda_reserved_bytes,
                                         h.pause_us, h.tracer_bytes}),
              ElementsAre(1, 2, 5000, 11, 12, 13, 14, 15, 16, 17));
  EXPECT_EQ(h.note, "no gc");
  ASSERT_EQ(record.python.holders.size(), 1U);
  const PythonHolder& read = record.python.holders[0];
  EXPECT_EQ(read.path + read.type + read.newest, holder.path + holder.type + holder.newest);
  EXPECT_THAT(
      (std::vector<std::int64_t>{read.process, read.first_cycle, read.last_cycle, read.looks,
                                 read.grew, read.first_length, read.last_length, read.bound}),
      ElementsAre(1, 1, 40, 39, 38, 0, 390, 512));
  EXPECT_EQ(read.bytes_per_cycle, 2e6);
  EXPECT_FALSE(read.bytes_are_bound);
}

TEST(Evidence, KeepsEveryValueOfACgroup) {
  const RunRecord record =
      written_and_read({CgroupSample{4, ms(6), 1, "/docker/a", 1, 2, 3, 4, 5, 6, 7, 8, 9, 1.5}});

  ASSERT_EQ(record.cgroup.size(), 1U);
  const CgroupSample& s = record.cgroup[0];
  EXPECT_EQ(s.path, "/docker/a");
  EXPECT_THAT((std::vector<std::int64_t>{s.cycle, s.at.count(), s.version, s.current_bytes,
                                         s.peak_bytes, s.limit_bytes, s.anon_bytes, s.file_bytes,
                                         s.shmem_bytes, s.kernel_bytes, s.oom_kills, s.limit_hits}),
              ElementsAre(4, 6000, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_EQ(s.pressure_percent, 1.5);
}

TEST(Evidence, ExperimentsComeBackInOrder) {
  const RunRecord record =
      written_and_read({Experiment{ExperimentKind::malloc_trim, 1, 9, ms(3), 90, 40, 55, -1, 800},
                        Experiment{ExperimentKind::gc_collect, 1, 9, ms(2), 40, 39, -1, 12, 700}});

  ASSERT_EQ(record.experiments.size(), 2U);
  const Experiment& e = record.experiments[0];
  EXPECT_EQ(e.kind, ExperimentKind::malloc_trim);
  EXPECT_THAT(
      (std::vector<std::int64_t>{e.process, e.cycle, e.at.count(), e.rss_before_bytes,
                                 e.rss_after_bytes, e.predicted_bytes, e.collected, e.took_us}),
      ElementsAre(1, 9, 3000, 90, 40, 55, -1, 800));
  EXPECT_EQ(record.experiments[1].collected, 12);
}

TEST(Evidence, DiagnosisComesBackInOrder) {
  const RunRecord record = written_and_read(
      {DiagnosisTrough{1, Dimension::formats, "pcm", 2, 24.5, 25, 1, 300000000, 1000, ms(7)},
       DiagnosisTrough{2, Dimension::idle, "", 1, 0.5, 0, 0, 300000001, -1, ms(9)}});

  ASSERT_EQ(record.diagnosis.size(), 2U);
  const DiagnosisTrough& t = record.diagnosis[0];
  EXPECT_EQ(t.dimension, Dimension::formats);
  EXPECT_EQ(t.value, "pcm");
  EXPECT_EQ(t.units, 24.5);
  EXPECT_THAT((std::vector<std::int64_t>{t.block, t.cycle, t.requests, t.errors, t.rss_bytes,
                                         t.live_bytes, t.at.count()}),
              ElementsAre(1, 2, 25, 1, 300000000, 1000, 7000));
  EXPECT_EQ(record.diagnosis[1].dimension, Dimension::idle);
  EXPECT_EQ(record.diagnosis[1].live_bytes, -1);
}

TEST(Evidence, AbortedRequestsAreCountedByCycleAndHaveNoLatency) {
  RequestOutcome aborted = answered(2, ms(1), ms(900));
  aborted.aborted = true;
  const RunRecord record = written_and_read({answered(2, ms(1), ms(10)), aborted});

  EXPECT_EQ(record.totals.requests, 2);
  EXPECT_EQ(record.totals.aborted, 1);
  EXPECT_EQ(record.aborted_by_cycle.at(2), 1);
  EXPECT_LT(record.totals.latency_ms.value().max, 11);
}

TEST(Evidence, AFigureThatIsNoNumberDoesNotStopTheRecord) {
  RetentionShare odd = share(1, RetentionRole::pins, 4, 10);
  odd.share_low = std::numeric_limits<double>::quiet_NaN();
  const RunRecord record = written_and_read({odd});

  ASSERT_EQ(record.retention.size(), 1U);
  EXPECT_EQ(record.retention[0].share_low, -1);
}

TEST(Evidence, OfAVersionWithoutItIsEmptyAndTheRestIsRead) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(full_split());
  writer->record(Inventory{1, ms(1), {{0, InventoryKind::thread, "t", 1, 0}}, "note"});
  writer->record(answered(1, ms(1), ms(2)));
  ASSERT_FALSE(writer->finish(ms(1), "completed"));
  {
    auto database = Database::open(directory.file().string(), Database::Mode::create);
    ASSERT_TRUE(database.ok());
    ASSERT_FALSE(database.value().execute(
        "DROP TABLE memory_splits; DROP TABLE retention_shares; DROP TABLE python_heaps;"
        "DROP TABLE python_type_history; DROP TABLE python_holders; DROP TABLE inventory_looks;"
        "DROP TABLE inventory_history; DROP TABLE cgroup_samples; DROP TABLE experiments;"
        "ALTER TABLE requests DROP COLUMN aborted;"
        "PRAGMA user_version = 2"));
  }

  const RunRecord record = read_back(directory);
  EXPECT_EQ(record.totals.requests, 1);
  EXPECT_TRUE(record.splits.empty() && record.retention.empty() && record.cgroup.empty());
  EXPECT_TRUE(record.experiments.empty() && record.python.empty() && record.inventory.empty());
}

}  // namespace
}  // namespace ttsoak
