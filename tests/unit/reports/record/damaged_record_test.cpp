#include <fstream>
#include <random>

#include "gmock/gmock.h"
#include "reports/record/record_reader.h"
#include "reports/record/schema.h"
#include "tests/unit/reports/record/heap_fixture.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string error_of(const fs::path& directory) {
  const auto record = read_run_record(directory);
  return record.ok() ? "no error" : record.error().message;
}

void write_small_record(const RunDirectory& directory) {
  auto writer = start_record(directory);
  writer->record(process(0, ProcessRole::root));
  for (std::int64_t i = 0; i < 2000; ++i) {
    writer->record(RssSample{0, ms(i), 1000 + i});
    writer->record(answered(1, ms(i), ms(5)));
    writer->record(HeapStack{0, i, {native("f", static_cast<int>(i)), native("main")}});
  }
  HeapSnapshot heap = snapshot(0, 0, {});
  for (std::int64_t i = 0; i < 2000; ++i) heap.stacks.push_back(holds(i, 1000));
  writer->record(std::move(heap));
  if (Status error = writer->finish(ms(3000), "completed")) abort_with(error->message.c_str());
}

void execute(const RunDirectory& directory, const std::string& sql) {
  auto database = Database::open(directory.file().string(), Database::Mode::create);
  if (!database.ok()) abort_with(database.error().message.c_str());
  if (Status error = database.value().execute(sql)) abort_with(error->message.c_str());
}

TEST(ReadRunRecord, TruncatedFileIsAnErrorAtAnyLength) {
  RunDirectory directory;
  write_small_record(directory);
  const auto size = fs::file_size(directory.file());
  for (std::uintmax_t part = 19; part >= 1; --part) {
    fs::resize_file(directory.file(), size * part / 20);
    EXPECT_THAT(error_of(directory.path()), HasSubstr("run.db")) << part;
  }
}

TEST(ReadRunRecord, TruncatedFileNamesTheRemedy) {
  RunDirectory directory;
  write_small_record(directory);
  fs::resize_file(directory.file(), fs::file_size(directory.file()) / 2);

  EXPECT_THAT(error_of(directory.path()), HasSubstr(".recover"));
}

TEST(ReadRunRecord, FlippedBytesNeverCrashIt) {
  RunDirectory directory;
  write_small_record(directory);
  const auto size = static_cast<std::int64_t>(fs::file_size(directory.file()));
  std::mt19937_64 random(3);
  int errors = 0;
  for (int attempt = 0; attempt < 200; ++attempt) {
    std::fstream file(directory.file(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(std::uniform_int_distribution<std::int64_t>(0, size - 1)(random));
    file.put(static_cast<char>(random()));
    file.close();
    if (!read_run_record(directory.path()).ok()) ++errors;
  }
  EXPECT_GT(errors, 0);
}

TEST(ReadRunRecord, NewerFormatIsRefused) {
  RunDirectory directory;
  write_small_record(directory);
  execute(directory, "PRAGMA user_version = " + std::to_string(kSchemaVersion + 1));

  EXPECT_THAT(error_of(directory.path()), HasSubstr("written by a newer ttsoak"));
}

TEST(ReadRunRecord, UnknownNameIsAnErrorThatHoldsIt) {
  RunDirectory directory;
  write_small_record(directory);
  execute(directory, "UPDATE requests SET error = 'gremlins' WHERE rowid = 1000");

  EXPECT_THAT(error_of(directory.path()), HasSubstr("\"gremlins\" is unknown"));
}

TEST(ReadRunRecord, ListOfFramesThatIsNoneIsAnError) {
  for (const char* list : {"", "[", "7", "[7;8]", "[x]"}) {
    RunDirectory directory;
    write_small_record(directory);
    execute(directory, "UPDATE stacks SET frames = '" + std::string(list) + "' WHERE stack = 5");

    EXPECT_THAT(error_of(directory.path()), HasSubstr("not a list")) << list;
  }
}

TEST(ReadRunRecord, OtherDatabaseIsNotARunRecord) {
  RunDirectory directory;
  execute(directory, "CREATE TABLE songs (title TEXT)");

  EXPECT_THAT(error_of(directory.path()), HasSubstr("not a run record"));
}

TEST(ReadRunRecord, TextFileIsNotARunRecord) {
  RunDirectory directory;
  std::ofstream(directory.file()) << std::string(5000, 'x');

  EXPECT_THAT(error_of(directory.path()), HasSubstr("not a database"));
}

TEST(ReadRunRecord, EmptyFileIsNotARunRecord) {
  RunDirectory directory;
  std::ofstream(directory.file()).flush();

  EXPECT_THAT(error_of(directory.path()), HasSubstr("killed before it had started"));
}

TEST(ReadRunRecord, DirectoryWithoutRecordIsNamed) {
  RunDirectory directory;

  EXPECT_EQ(error_of(directory.path()),
            directory.path().string() + ": not the directory of a run, there is no run.db in it");
}

TEST(ReadRunRecord, MissingDirectoryIsNamed) {
  EXPECT_THAT(error_of("/nowhere/at/all"), HasSubstr("/nowhere/at/all: no such directory"));
}

}  // namespace
}  // namespace ttsoak
