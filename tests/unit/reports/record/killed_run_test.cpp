#include <sys/stat.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <random>

#include "gmock/gmock.h"
#include "reports/record/record_reader.h"
#include "tests/unit/reports/record/heap_fixture.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;
constexpr int kRequestsPerCycle = 25;

void record_cycle(RecordWriter& writer, int cycle) {
  for (int i = 0; i < kRequestsPerCycle; ++i) {
    writer.record(answered(cycle, ms(cycle * 100 + i), ms(3)));
  }
  CycleMark mark;
  mark.cycle = cycle;
  mark.quiesced = ms(cycle * 100 + 99);
  mark.requests = kRequestsPerCycle;
  writer.record(mark);
  writer.record(HeapStack{0, cycle, {native("f", cycle)}});
  writer.record(snapshot(0, cycle, {holds(1, cycle), holds(cycle + 1, 7)}));
  MemorySplit split;
  split.cycle = cycle;
  split.live_bytes = cycle;
  writer.record(split);
  writer.record(Inventory{cycle, mark.quiesced, {{0, InventoryKind::thread, "t", cycle, 0}}, ""});
}

// Writes cycle after cycle and tells `confirm` the number of each one that was flushed.
[[noreturn]] void write_until_killed(const fs::path& directory, int confirm) {
  auto writer = RecordWriter::create(directory, RunHeader());
  if (!writer.ok()) ::_exit(1);
  for (int cycle = 1;; ++cycle) {
    record_cycle(*writer.value(), cycle);
    if (writer.value()->flush()) ::_exit(1);
    if (::write(confirm, &cycle, sizeof cycle) != sizeof cycle) ::_exit(1);
  }
}

// Returns the last cycle that was confirmed before the writer was killed.
int write_and_kill(const fs::path& directory, std::chrono::microseconds after_first_cycle) {
  int channel[2];
  if (::pipe(channel) != 0) abort_with("no pipe");
  const pid_t child = ::fork();
  if (child == 0) write_until_killed(directory, channel[1]);
  ::close(channel[1]);
  int confirmed = 0;
  int cycle = 0;
  if (::read(channel[0], &cycle, sizeof cycle) == sizeof cycle) confirmed = cycle;
  ::usleep(static_cast<useconds_t>(after_first_cycle.count()));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  while (::read(channel[0], &cycle, sizeof cycle) == sizeof cycle) confirmed = cycle;
  ::close(channel[0]);
  return confirmed;
}

TEST(KilledRun, KeepsEveryFlushedCycleWheneverItIsKilled) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> moment_us(0, 40000);
  for (int attempt = 0; attempt < 20; ++attempt) {
    RunDirectory directory;
    const int confirmed =
        write_and_kill(directory.path(), std::chrono::microseconds(moment_us(random)));
    ASSERT_GE(confirmed, 1);

    const auto record = read_run_record(directory.path());

    ASSERT_TRUE(record.ok()) << record.error().message;
    EXPECT_FALSE(record.value().complete);
    ASSERT_GE(record.value().cycles.size(), static_cast<std::size_t>(confirmed));
    EXPECT_GE(record.value().totals.requests, std::int64_t{confirmed} * kRequestsPerCycle);
    for (int i = 0; i < confirmed; ++i) {
      EXPECT_EQ(record.value().cycles[static_cast<std::size_t>(i)].cycle, i + 1);
    }
    EXPECT_GE(record.value().duration_s, confirmed * 0.1);
    const HeapRecord& heap = record.value().heap;
    ASSERT_GE(heap.troughs.size(), static_cast<std::size_t>(confirmed));
    EXPECT_EQ(heap.stacks.front().now.live_bytes, heap.troughs.back().cycle);
    const InventoryRecord& inventory = record.value().inventory;
    ASSERT_FALSE(record.value().splits.empty() || inventory.series.empty());
    EXPECT_EQ(record.value().splits.back().live_bytes, record.value().splits.back().cycle);
    EXPECT_EQ(inventory.series.front().counts.back(), inventory.cycles.back());
  }
}

TEST(RunningRun, IsReadAsFarAsItHasCome) {
  RunDirectory directory;
  auto writer = start_record(directory);
  record_cycle(*writer, 1);
  ASSERT_FALSE(writer->flush());
  const auto early = read_run_record(directory.path());
  record_cycle(*writer, 2);
  ASSERT_FALSE(writer->finish(ms(500), "completed"));
  const auto late = read_run_record(directory.path());

  ASSERT_TRUE(early.ok() && late.ok());
  EXPECT_FALSE(early.value().complete);
  EXPECT_EQ(early.value().cycles.size(), 1U);
  EXPECT_TRUE(late.value().complete);
  EXPECT_EQ(late.value().cycles.size(), 2U);
}

TEST(FinishedRun, IsOneFileAndReadingLeavesNothingBehind) {
  RunDirectory directory;
  auto writer = start_record(directory);
  record_cycle(*writer, 1);
  ASSERT_FALSE(writer->finish(ms(500), "completed"));
  ASSERT_TRUE(read_run_record(directory.path()).ok());

  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory.path())) {
    names.push_back(entry.path().filename());
  }
  EXPECT_THAT(names, testing::ElementsAre("run.db"));
}

// Reads `directory` as a user who may not write there. Returns the number of cycles, -1 on error.
int cycles_read_without_write_permission(const fs::path& directory) {
  for (const auto& entry : fs::directory_iterator(directory)) ::chmod(entry.path().c_str(), 0444);
  ::chmod(directory.c_str(), 0555);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::seteuid(65534) != 0) ::_exit(100);
    const auto record = read_run_record(directory);
    ::_exit(record.ok() ? static_cast<int>(record.value().cycles.size()) : 101);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ::chmod(directory.c_str(), 0755);
  return WIFEXITED(status) && WEXITSTATUS(status) < 100 ? WEXITSTATUS(status) : -1;
}

TEST(FinishedRun, IsReadFromAReadOnlyDirectory) {
  RunDirectory directory;
  auto writer = start_record(directory);
  record_cycle(*writer, 1);
  ASSERT_FALSE(writer->finish(ms(500), "completed"));

  EXPECT_EQ(cycles_read_without_write_permission(directory.path()), 1);
}

TEST(KilledRun, IsReadWithItsLogFromAReadOnlyDirectory) {
  RunDirectory directory;
  const int confirmed = write_and_kill(directory.path(), ms(0));
  ASSERT_GT(fs::file_size(directory.path() / "run.db-wal"), 0U);
  fs::remove(directory.path() / "run.db-shm");

  EXPECT_GE(cycles_read_without_write_permission(directory.path()), confirmed);
}

}  // namespace
}  // namespace ttsoak
