#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "probes/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace ttsoak {

class Database;

// One prepared statement, kept and used again. Belongs to a Database, which must outlive it.
class Statement {
 public:
  // Binds all parameters, runs to the end and is ready for the next run.
  template <typename... Values>
  Status run(const Values&... values) {
    int index = 0;
    (bind(++index, values), ...);
    return finish_run();
  }

  // True if there is another row; the columns (from 0) are then those of this row.
  Result<bool> step();
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] bool is_null(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  Statement(sqlite3_stmt* statement, std::string file)
      : statement_(statement), file_(std::move(file)) {}

  void bind(int index, std::int64_t value);
  void bind(int index, double value);
  void bind(int index, const std::string& value);  // not copied: must live until the run is over
  void bind_null(int index);
  template <std::integral Integer>
  void bind(int index, Integer value) {
    bind(index, static_cast<std::int64_t>(value));
  }
  template <typename Value>
  void bind(int index, const std::optional<Value>& value) {
    if (value) {
      bind(index, *value);
    } else {
      bind_null(index);
    }
  }
  Status finish_run();

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::string file_;  // for error messages
};

// One connection to an SQLite file; for one thread at a time.
//
// Errors name the file and the reason, and the remedy where there is one (disk full, damaged).
class Database {
 public:
  enum class Mode { create, read };

  // `options` is the query part of an SQLite URI: "immutable=1".
  static Result<Database> open(const std::string& file, Mode mode, const std::string& options = "");

  Status execute(const std::string& sql);
  Result<Statement> prepare(const std::string& sql);

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };

  Database(sqlite3* connection, std::string file)
      : connection_(connection), file_(std::move(file)) {}

  std::unique_ptr<sqlite3, Close> connection_;
  std::string file_;
};

}  // namespace ttsoak
