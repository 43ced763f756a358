#include "gmock/gmock.h"
#include "reports/record/history_thinner.h"
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

int rows(const RunDirectory& directory, const std::string& table) {
  auto database = Database::open(directory.file().string(), Database::Mode::create);
  auto count = database.value().prepare("SELECT count(*) FROM " + table);
  return count.value().step().value() ? static_cast<int>(count.value().integer(0)) : -1;
}

InventoryItem files(std::int64_t count) {
  return {-1, InventoryKind::temp_file, "/tmp/temp_voice_*.wav", count, 1000 * count};
}
InventoryItem threads(std::int64_t count) {
  return {0, InventoryKind::thread, "uvicorn", count, 0};
}

TEST(InventoryHistory, HoldsUntilItChangesAndIsZeroBeforeAndAfter) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(Inventory{0, ms(0), {threads(4)}, "early"});
  writer->record(Inventory{1, ms(1), {threads(4), files(25)}, ""});
  writer->record(Inventory{2, ms(2), {files(50)}, ""});
  writer->record(Inventory{3, ms(3), {files(50)}, "/proc/7/fd: Permission denied"});
  ASSERT_FALSE(writer->finish(ms(9), "completed"));

  EXPECT_EQ(rows(directory, "inventory_history"), 4);
  const InventoryRecord inventory = read_back(directory).inventory;
  EXPECT_THAT(inventory.cycles, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(inventory.note, "/proc/7/fd: Permission denied");
  ASSERT_EQ(inventory.series.size(), 2U);
  EXPECT_EQ(inventory.series[0].process, -1);
  EXPECT_EQ(inventory.series[0].kind, InventoryKind::temp_file);
  EXPECT_EQ(inventory.series[0].name, "/tmp/temp_voice_*.wav");
  EXPECT_THAT(inventory.series[0].counts, ElementsAre(0, 25, 50, 50));
  EXPECT_THAT(inventory.series[0].bytes, ElementsAre(0, 25000, 50000, 50000));
  EXPECT_THAT(inventory.series[1].counts, ElementsAre(4, 4, 0, 0));
}

TEST(PythonTypeHistory, HoldsUntilItChanges) {
  RunDirectory directory;
  auto writer = start_record(directory);
  for (int cycle = 0; cycle <= 3; ++cycle) {
    writer->record(PythonTypeCount{1, cycle, "server.Voice", cycle < 2 ? 7 : 9});
    PythonHeap heap;
    heap.process = 1;
    heap.cycle = cycle;
    writer->record(heap);
  }
  ASSERT_FALSE(writer->finish(ms(9), "completed"));

  EXPECT_EQ(rows(directory, "python_type_history"), 2);
  const PythonRecord python = read_back(directory).python;
  EXPECT_THAT(python.type_cycles, ElementsAre(0, 1, 2, 3));
  ASSERT_EQ(python.types.size(), 1U);
  EXPECT_EQ(python.types[0].type, "server.Voice");
  EXPECT_THAT(python.types[0].objects, ElementsAre(7, 7, 9, 9));
}

TEST(EvidenceHistory, IsThinnedToABoundAndKeepsItsCourse) {
  constexpr int kCycles = 1000;
  RunDirectory directory;
  auto writer = start_record(directory);
  for (int cycle = 0; cycle <= kCycles; ++cycle) {
    writer->record(Inventory{cycle, ms(cycle), {files(cycle), threads(4)}, ""});
    writer->record(PythonTypeCount{1, cycle, "list", cycle});
    PythonHeap heap;
    heap.cycle = cycle;
    writer->record(heap);
    MemorySplit split;
    split.cycle = cycle;
    split.live_bytes = cycle;
    writer->record(split);
  }
  ASSERT_FALSE(writer->finish(ms(kCycles), "completed"));

  EXPECT_LE(rows(directory, "inventory_history"), kKeptTroughs + 3);
  EXPECT_LE(rows(directory, "python_type_history"), kKeptTroughs + 2);
  const RunRecord record = read_back(directory);
  EXPECT_LE(record.splits.size(), static_cast<std::size_t>(kKeptTroughs) + 1);
  EXPECT_EQ(record.splits.back().live_bytes, record.splits.back().cycle);
  ASSERT_LE(record.inventory.cycles.size(), static_cast<std::size_t>(kKeptTroughs) + 1);
  ASSERT_EQ(record.inventory.series.size(), 2U);
  for (std::size_t i = 0; i < record.inventory.cycles.size(); ++i) {
    EXPECT_EQ(record.inventory.series[0].counts[i], record.inventory.cycles[i]);
    EXPECT_EQ(record.inventory.series[1].counts[i], 4);
    EXPECT_EQ(record.python.types[0].objects[i], record.python.type_cycles[i]);
  }
}

}  // namespace
}  // namespace ttsoak
