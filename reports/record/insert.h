#pragma once

#include <vector>

#include "probes/values/observation.h"
#include "reports/record/sqlite.h"

namespace ttsoak {

// Puts observations into the tables of schema.sql, with statements prepared once.
class ObservationInserter {
 public:
  static Result<ObservationInserter> prepare(Database& database);

  Status insert(const Observation& observation);

 private:
  explicit ObservationInserter(std::vector<Statement> statements)
      : statements_(std::move(statements)) {}

  std::vector<Statement> statements_;  // by Observation::index()
};

}  // namespace ttsoak
