#include "reports/record/sqlite.h"

#include <sqlite3.h>

namespace ttsoak {
namespace {

// How long to wait for a lock, in milliseconds. Writer and reader of a record hold one for an
// instant only: when the log is recovered and when a run ends.
constexpr int kBusyTimeoutMs = 5000;

Error error_of(sqlite3* connection, const std::string& file) {
  const std::string reason = file + ": " + sqlite3_errmsg(connection);
  switch (sqlite3_errcode(connection) & 0xff) {
    case SQLITE_FULL:
      return Error{reason + "; free some space on that disk"};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Error{reason +
                   "; the file is damaged, what is left of it may be saved with: sqlite3 " + file +
                   " .recover"};
    default:
      return Error{reason};
  }
}

// A file name as part of an SQLite URI: ? % and # would end it.
std::string uri_of(const std::string& file, const std::string& options) {
  std::string uri = "file:";
  for (const char c : file) {
    if (c == '%') {
      uri += "%25";
    } else if (c == '?') {
      uri += "%3f";
    } else if (c == '#') {
      uri += "%23";
    } else {
      uri += c;
    }
  }
  return options.empty() ? uri : uri + "?" + options;
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }

// A failing bind means a wrong index or type, and shows at the next step as a NOT NULL error.
void Statement::bind(int index, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), index, value);
}
void Statement::bind(int index, double value) {
  sqlite3_bind_double(statement_.get(), index, value);
}
void Statement::bind(int index, const std::string& value) {
  sqlite3_bind_text(statement_.get(), index, value.data(), static_cast<int>(value.size()),
                    SQLITE_STATIC);
}
void Statement::bind_null(int index) { sqlite3_bind_null(statement_.get(), index); }

Status Statement::finish_run() {
  Status failure;
  while (true) {
    const Result<bool> row = step();
    if (!row.ok()) failure = row.error();
    if (!row.ok() || !row.value()) break;
  }
  sqlite3_reset(statement_.get());
  return failure;
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return error_of(sqlite3_db_handle(statement_.get()), file_);
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }
std::string Statement::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return bytes == nullptr ? std::string() : std::string(bytes, static_cast<std::size_t>(size));
}
bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

Result<Database> Database::open(const std::string& file, Mode mode, const std::string& options) {
  const int access =
      mode == Mode::create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(uri_of(file, options).c_str(), &connection,
                                   access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  Database database(connection, file);  // even a failed open leaves something to close
  if (code != SQLITE_OK) return error_of(connection, file);
  sqlite3_busy_timeout(connection, kBusyTimeoutMs);
  return database;
}

Status Database::execute(const std::string& sql) {
  if (sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) {
    return std::nullopt;
  }
  return error_of(connection_.get(), file_);
}

Result<Statement> Database::prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(connection_.get(), sql.c_str(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return error_of(connection_.get(), file_);
  return Statement(statement, file_);
}

}  // namespace ttsoak
