#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "reports/record/sqlite.h"

namespace ttsoak {

// Opens the run record in `directory` for reading, as of this moment.
//
// Works on a finished record, on one whose writer was killed, on one being written, and on
// read-only disks. Where SQLite cannot read the log of a killed writer in place (it needs to put a
// small index beside it), the record is copied to the directory for temporary files first.
//
// Errors: not the directory of a run, not a run record, written by a newer ttsoak, damaged.
class OpenRecord {
 public:
  static Result<OpenRecord> open(const std::filesystem::path& directory);

  // Calls `use_row(const Statement&) -> Status` for every row of a SELECT, in order.
  // Errors: the file is damaged, or what `use_row` says, which ends the loop.
  template <typename UseRow>
  Status for_each_row(const std::string& sql, UseRow use_row) {
    Result<Statement> query = database_.prepare(sql);
    if (!query.ok()) return query.error();
    while (true) {
      const Result<bool> row = query.value().step();
      if (!row.ok()) return row.error();
      if (!row.value()) return std::nullopt;
      if (Status error = use_row(std::as_const(query.value()))) return error;
    }
  }

 private:
  struct RemoveTree {
    void operator()(const std::filesystem::path* copy) const;
  };
  using TemporaryCopy = std::unique_ptr<const std::filesystem::path, RemoveTree>;

  OpenRecord(Database database, TemporaryCopy copy)
      : copy_(std::move(copy)), database_(std::move(database)) {}

  static Result<OpenRecord> open_copy(const std::filesystem::path& file);

  TemporaryCopy copy_;  // absent where the record is read in place
  Database database_;
};

}  // namespace ttsoak
