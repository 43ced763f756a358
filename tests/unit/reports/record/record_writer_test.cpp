#include "reports/record/record_writer.h"

#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>

#include "gmock/gmock.h"
#include "reports/record/record_reader.h"
#include "tests/unit/reports/record/heap_fixture.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;

std::int64_t rows(const RunDirectory& directory, const std::string& table) {
  auto database = Database::open(directory.file().string(), Database::Mode::read);
  if (!database.ok()) abort_with(database.error().message.c_str());
  auto count = database.value().prepare("SELECT count(*) FROM " + table);
  if (!count.ok() || !count.value().step().ok()) abort_with("cannot count");
  return count.value().integer(0);
}

TEST(RecordWriter, RefusesADirectoryThatHoldsARecord) {
  RunDirectory directory;
  ASSERT_FALSE(start_record(directory)->finish(ms(1), "completed"));

  const auto second = RecordWriter::create(directory.path(), RunHeader());
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, HasSubstr("there is a run record already"));
}

TEST(RecordWriter, DirectoryThatCannotBeMadeIsAnError) {
  const auto writer = RecordWriter::create("/proc/ttsoak", RunHeader());
  ASSERT_FALSE(writer.ok());
  EXPECT_THAT(writer.error().message, HasSubstr("/proc/ttsoak"));
}

TEST(RecordWriter, LeavesOutRssThatDidNotChange) {
  RunDirectory directory;
  auto writer = start_record(directory);
  for (const int rss : {100, 100, 200, 200, 200, 100}) {
    writer->record(RssSample{0, ms(0), rss});
    writer->record(RssSample{1, ms(0), 7});
  }
  ASSERT_FALSE(writer->finish(ms(1), "completed"));

  EXPECT_EQ(rows(directory, "rss_samples WHERE process = 0"), 3);
  EXPECT_EQ(rows(directory, "rss_samples WHERE process = 1"), 1);
}

TEST(RecordWriter, TakesObservationsFromManyThreadsAndLosesNone) {
  RunDirectory directory;
  auto writer = start_record(directory);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 15000; ++i) writer->record(answered(1, ms(i), ms(5)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_FALSE(writer->finish(ms(20000), "completed"));

  EXPECT_EQ(rows(directory, "requests"), 60000);
}

TEST(RecordWriter, EndedWithoutFinishKeepsAllAndIsIncomplete) {
  RunDirectory directory;
  start_record(directory)->record(answered(1, ms(0), ms(5)));

  const auto record = read_run_record(directory.path());
  ASSERT_TRUE(record.ok());
  EXPECT_FALSE(record.value().complete);
  EXPECT_EQ(record.value().totals.requests, 1);
}

TEST(RecordWriter, IgnoresWhatComesAfterTheEnd) {
  RunDirectory directory;
  auto writer = start_record(directory);
  ASSERT_FALSE(writer->finish(ms(1), "completed"));
  writer->record(answered(1, ms(0), ms(5)));

  EXPECT_EQ(rows(directory, "requests"), 0);
}

// Limits the size of files this process may write; the writer sees a disk that is full.
void limit_file_size(rlim_t bytes) {
  const rlimit limit{bytes, RLIM_INFINITY};
  if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) abort_with("setrlimit");
}

class FullDisk : public testing::Test {
 protected:
  FullDisk() {
    std::signal(SIGXFSZ, SIG_IGN);  // otherwise the limit kills instead of failing the write
    limit_file_size(rlim_t{256} * 1024);
  }
  ~FullDisk() override {
    limit_file_size(RLIM_INFINITY);
    std::signal(SIGXFSZ, SIG_DFL);
  }
};

TEST_F(FullDisk, IsToldAndLosesNothingOnceThereIsSpaceAgain) {
  RunDirectory directory;
  auto writer = start_record(directory);
  for (int i = 0; i < 8000; ++i) writer->record(answered(1, ms(i), ms(5)));
  const Status while_full = writer->flush();
  limit_file_size(RLIM_INFINITY);
  writer->record(answered(2, ms(9000), ms(5)));
  const Status afterwards = writer->flush();

  ASSERT_TRUE(while_full);
  EXPECT_THAT(while_full->message, HasSubstr("run.db"));
  EXPECT_FALSE(afterwards) << afterwards->message;
  EXPECT_FALSE(writer->health());
  ASSERT_FALSE(writer->finish(ms(9100), "completed"));
  EXPECT_EQ(rows(directory, "requests"), 8001);
  EXPECT_EQ(rows(directory, "events"), 0);
}

// The first snapshot goes into a transaction that is undone, with all the frames it needs.
TEST_F(FullDisk, LeavesNoGapsInTheHeap) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(HeapStack{0, 1, {native("early"), native("main")}});
  writer->record(snapshot(0, 0, {holds(1, 10), holds(2, 20)}));
  for (int i = 0; i < 8000; ++i) writer->record(answered(1, ms(i), ms(5)));
  const Status while_full = writer->flush();
  limit_file_size(RLIM_INFINITY);
  writer->record(HeapStack{0, 2, {native("late"), native("main")}});
  writer->record(snapshot(0, 1, {holds(1, 10), holds(2, 25)}));
  ASSERT_FALSE(writer->finish(ms(9100), "completed"));

  ASSERT_TRUE(while_full);
  const auto record = read_run_record(directory.path());
  ASSERT_TRUE(record.ok()) << record.error().message;
  const auto& stacks = record.value().heap.stacks;
  ASSERT_EQ(stacks.size(), 2U);
  EXPECT_THAT(stacks[0].stack.frames, testing::ElementsAre(native("early"), native("main")));
  EXPECT_THAT(stacks[1].stack.frames, testing::ElementsAre(native("late"), native("main")));
  EXPECT_THAT(stacks[0].live_bytes, testing::ElementsAre(10, 10));
  EXPECT_THAT(stacks[1].live_bytes, testing::ElementsAre(20, 25));
}

TEST_F(FullDisk, CountsWhatItLosesInsteadOfGrowingAndSaysSoInTheRecord) {
  RunDirectory directory;
  auto created = RecordWriter::create(directory.path(), RunHeader(), std::chrono::milliseconds(20));
  ASSERT_TRUE(created.ok());
  RecordWriter& writer = *created.value();
  constexpr std::int64_t kSent = 3 * RecordWriter::kCapacity;
  for (std::int64_t i = 0; i < kSent; ++i) writer.record(answered(1, ms(i), ms(5)));
  const Status while_full = writer.health();
  limit_file_size(RLIM_INFINITY);
  const Status at_the_end = writer.finish(ms(kSent), "completed");

  ASSERT_TRUE(while_full && at_the_end);
  EXPECT_THAT(while_full->message, HasSubstr("observations were lost"));
  EXPECT_THAT(at_the_end->message, HasSubstr("observations were lost"));
  const std::int64_t kept = rows(directory, "requests");
  EXPECT_LT(kept, kSent);
  const auto record = read_run_record(directory.path());
  ASSERT_TRUE(record.ok());
  EXPECT_TRUE(record.value().complete);
  // In one event or, if a commit was under way when the last ones were lost, in two.
  std::int64_t lost = 0;
  for (const Event& event : record.value().events) {
    EXPECT_EQ(event.kind, EventKind::sampling_gap);
    EXPECT_THAT(event.detail, HasSubstr(" observations were lost"));
    lost += std::stoll(event.detail);
  }
  EXPECT_EQ(lost, kSent - kept);
}

}  // namespace
}  // namespace ttsoak
