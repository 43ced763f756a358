#pragma once

#include <map>
#include <vector>

#include "reports/record/run_record.h"

namespace ttsoak {

// What the cycles were made of, as far as causes hang on it.
struct Traffic {
  double requests = 0;       // completed in all
  double cycles = 0;         // finished
  double aborted_share = 0;  // of requests
  // Of requests: those that failed, and those that were wrong and rightly refused. To the server
  // both end in its path for errors.
  double error_share = 0;
  std::vector<double> refused_shares;     // of each kind of wrong request that was refused
  std::map<int, double> errors_by_cycle;  // likewise; of every finished cycle
  bool fresh_texts = false;               // by plan no text was sent twice

  [[nodiscard]] double requests_per_cycle() const { return cycles > 0 ? requests / cycles : 0; }
};

Traffic traffic_of(const RunRecord& record);

}  // namespace ttsoak
