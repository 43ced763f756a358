#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/config/run_config.h"

namespace ttsoak {

// One request to be made: which text, in which voice and format.
struct PlannedRequest {
  int request_class = 0;  // position in the unshuffled cycle: equal work has equal numbers
  std::string text;
  const std::string* voice = nullptr;
  const std::string* format = nullptr;
  bool aborted = false;  // the client hangs up once audio has begun to come
};

// The same multiset of requests each cycle, in an order that the seed and the cycle decide.
//
// Request i of a cycle uses text i mod |texts|, voice i mod |voices|, format i mod |formats|. Where
// texts are to be fresh, equal work means texts of equal length and words.
// The order differs between cycles, so that no effect of order repeats itself and looks like a
// trend, and is the same on every machine for the same seed.
class Workload {
 public:
  explicit Workload(WorkloadSpec spec);

  // The requests of `cycle` (from 1), shuffled. Voices and formats live as long as *this.
  [[nodiscard]] std::vector<PlannedRequest> cycle(int cycle) const;

  // Of the multiset, not of the order: equal for every cycle of one workload.
  [[nodiscard]] std::uint64_t digest(const std::vector<PlannedRequest>& requests) const;

  [[nodiscard]] const WorkloadSpec& spec() const { return spec_; }

 private:
  [[nodiscard]] bool is_aborted(int index) const;

  WorkloadSpec spec_;
};

}  // namespace ttsoak
