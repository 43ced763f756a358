#pragma once

#include <utility>
#include <vector>

#include "probes/values/observation.h"
#include "reports/record/evidence_tables.h"
#include "reports/record/heap_tables.h"
#include "reports/record/sqlite.h"

namespace ttsoak {

// Puts observations into the tables of schema.sql, with statements prepared once.
class ObservationInserter {
 public:
  static Result<ObservationInserter> prepare(Database& database);

  Status insert(const Observation& observation);

  // To be told when a transaction was undone.
  void rolled_back() {
    heap_.forget();
    evidence_.forget();
  }

 private:
  ObservationInserter(std::vector<Statement> statements, HeapTables heap, EvidenceTables evidence)
      : statements_(std::move(statements)),
        heap_(std::move(heap)),
        evidence_(std::move(evidence)) {}

  std::vector<Statement> statements_;  // by Observation::index()
  HeapTables heap_;
  EvidenceTables evidence_;
};

}  // namespace ttsoak
