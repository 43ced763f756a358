#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "probes/values/observation.h"
#include "reports/record/history_thinner.h"
#include "reports/record/sqlite.h"

namespace ttsoak {

// Puts where memory went, who holds it and what else the target has into the tables of
// evidence.sql.
//
// Things and types are written when they have changed, and when things are gone. What is remembered
// for that is bounded by what the target has at one trough. After forget(), which a transaction
// that was rolled back calls for, some rows are written twice, and nothing is missing.
class EvidenceTables {
 public:
  static Result<EvidenceTables> prepare(Database& database);

  Status insert(const MemorySplit& split);
  Status insert(const RetentionShare& share);
  Status insert(const PythonHeap& heap);
  Status insert(const PythonTypeCount& type);
  Status insert(const PythonHolder& holder);
  Status insert(const Inventory& inventory);
  Status insert(const CgroupSample& sample);
  Status insert(const Experiment& experiment);
  Status insert(const DiagnosisTrough& trough);
  void forget();

  // Nothing more will come of this process.
  void ended(int process);

 private:
  using Thing = std::tuple<int, InventoryKind, std::string>;
  using Held = std::pair<std::int64_t, std::int64_t>;  // count, bytes

  EvidenceTables(std::vector<Statement> statements, HistoryThinner types, HistoryThinner things)
      : statements_(std::move(statements)),
        type_history_(std::move(types)),
        thing_history_(std::move(things)) {}

  Status write_thing(int cycle, const Thing& thing, const Held& held);

  std::vector<Statement> statements_;  // in the order of evidence_tables.cpp
  HistoryThinner type_history_, thing_history_;
  std::map<std::pair<int, std::string>, std::int64_t> types_;  // process, type: as last written
  std::map<Thing, Held> things_;                               // as last written, if not gone
};

}  // namespace ttsoak
