#include "reports/record/open_record.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "reports/record/schema.h"

namespace ttsoak {
namespace fs = std::filesystem;
namespace {

Result<std::int64_t> read_number(Database& database, const std::string& sql) {
  Result<Statement> query = database.prepare(sql);
  if (!query.ok()) return query.error();
  const Result<bool> row = query.value().step();
  if (!row.ok()) return row.error();
  return row.value() ? query.value().integer(0) : 0;
}

// Reads the first page, so that a file that is no database fails here.
Status check_identity(Database& database, const std::string& file) {
  const Result<std::int64_t> application = read_number(database, "PRAGMA application_id");
  if (!application.ok()) return application.error();
  const Result<std::int64_t> version = read_number(database, "PRAGMA user_version");
  if (!version.ok()) return version.error();
  if (application.value() != kApplicationId) {
    return Error{file +
                 ": not a run record of ttsoak, or its run was killed before it had started; give "
                 "the directory of another run"};
  }
  if (version.value() > kSchemaVersion) {
    return Error{file + ": written by a newer ttsoak (format " + std::to_string(version.value()) +
                 ", this one reads up to " + std::to_string(kSchemaVersion) +
                 "); use that ttsoak to read it"};
  }
  return std::nullopt;
}

// One transaction around all reading: what a running writer adds meanwhile stays out of sight.
Result<Database> open_database(const fs::path& file, const std::string& options) {
  Result<Database> database = Database::open(file.string(), Database::Mode::read, options);
  if (!database.ok()) return database.error();
  if (Status error = database.value().execute("BEGIN; SELECT count(*) FROM sqlite_schema")) {
    return *error;
  }
  return database;
}

}  // namespace

void OpenRecord::RemoveTree::operator()(const fs::path* copy) const {
  std::error_code ignored;
  fs::remove_all(*copy, ignored);
  delete copy;
}

Result<OpenRecord> OpenRecord::open(const fs::path& directory) {
  std::error_code failure;
  const fs::path file = directory / kRecordFile;
  if (!fs::is_directory(directory, failure)) {
    return Error{directory.string() + ": no such directory; give the directory of a run"};
  }
  if (!fs::is_regular_file(file, failure)) {
    return Error{directory.string() + ": not the directory of a run, there is no " + kRecordFile +
                 " in it"};
  }
  TemporaryCopy no_copy;
  Result<Database> database = open_database(file, "");
  if (!database.ok()) {
    const fs::path log = file.string() + "-wal";
    const bool has_log = fs::exists(log, failure) && fs::file_size(log, failure) > 0;
    if (has_log) return open_copy(file);
    // Nobody is writing, so nothing changes: SQLite may read without its index and without locks.
    database = open_database(file, "immutable=1");
  }
  if (!database.ok()) return database.error();
  if (Status error = check_identity(database.value(), file.string())) return *error;
  return OpenRecord(std::move(database).value(), std::move(no_copy));
}

Result<OpenRecord> OpenRecord::open_copy(const fs::path& file) {
  std::error_code failure;
  std::string name = (fs::temp_directory_path(failure) / "ttsoak-record-XXXXXX").string();
  if (failure || ::mkdtemp(name.data()) == nullptr) {
    return errno_error(name).with_context("copying " + file.string());
  }
  TemporaryCopy copy(new fs::path(name));
  for (const std::string& part : {std::string(kRecordFile), std::string(kRecordFile) + "-wal"}) {
    fs::copy_file(file.parent_path() / part, *copy / part, failure);
    if (failure) {
      return Error{"copying " + file.string() + " to " + name + ": " + failure.message()};
    }
  }
  Result<Database> database = open_database(*copy / kRecordFile, "");
  if (!database.ok()) return database.error().with_context("a copy of " + file.string());
  if (Status error = check_identity(database.value(), file.string())) return *error;
  return OpenRecord(std::move(database).value(), std::move(copy));
}

}  // namespace ttsoak
