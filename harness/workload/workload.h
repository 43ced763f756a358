#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/config/run_config.h"

namespace ttsoak {

// One request to be made: which text, in which voice and format, when, and what is odd about it.
struct PlannedRequest {
  int request_class = 0;  // position in the unshuffled cycle: equal work has equal numbers
  std::string text;       // as it is to be sent: empty, too long... where the kind says so
  const std::string* voice = nullptr;
  const std::string* format = nullptr;
  // What is left to the driver: to hang up, to read slowly, and to cut the body of bad_json in
  // half.
  RequestKind kind = RequestKind::normal;
  RunTime at{0};             // from the start of the cycle; a closed loop has no schedule
  const Row* row = nullptr;  // further fields of the text; null = it has none
};

// The same multiset of requests each cycle, in an order that the seed and the cycle decide.
//
// Request i of a cycle uses text i mod |texts|, voice i mod |voices|, format i mod |formats|; where
// recorded traffic is replayed, what its entry i mod |entries| says. The kinds of `mix` are laid
// out evenly over the numbers. Where texts are to be fresh, equal work means texts of equal length
// and words.
//
// With `lengths`, the texts are put together to request i's own length, the shortest first.
//
// The order differs between cycles, so that no effect of order repeats itself and looks like a
// trend, and is the same on every machine for the same seed. The schedule is the same in all of
// them. A replay keeps the order in which it was recorded.
//
// A block of cycles of other traffic: another Workload, whose spec differs in `mix`, `texts`...;
// any number of them may take turns, each asked for the cycle that is due.
class Workload {
 public:
  explicit Workload(WorkloadSpec spec);

  // The requests of `cycle` (from 1), in the order they are sent. Voices, formats and rows live as
  // long as *this.
  [[nodiscard]] std::vector<PlannedRequest> cycle(int cycle) const;

  // Of the multiset, not of the order: equal for every cycle of one workload.
  [[nodiscard]] std::uint64_t digest(const std::vector<PlannedRequest>& requests) const;

  [[nodiscard]] const WorkloadSpec& spec() const { return spec_; }

 private:
  [[nodiscard]] const std::string& text(std::size_t index) const;
  [[nodiscard]] PlannedRequest plan(std::size_t index, std::uint64_t serial) const;

  WorkloadSpec spec_;
  std::vector<RequestKind> kinds_;   // by number
  std::vector<std::string> shaped_;  // the texts by number, where lengths are asked for
  std::vector<RunTime> offsets_;     // in the order of sending
};

}  // namespace ttsoak
