#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include "reports/trend/growth_of_both.h"

namespace ttsoak {

// Where a run stands, for the console.
struct RunState {
  int cycle = 0;  // the one under way, from 1
  int cycles = 0;
  std::int64_t requests = 0, errors = 0;
  std::int64_t rss_bytes = 0;
  std::optional<GrowthOfBoth> growth;        // as of the last look at the trend
  std::optional<std::chrono::seconds> left;  // estimated
  bool quiescing = false;
};

// The live line of a run. On a terminal it rewrites itself; elsewhere there is one line per
// finished cycle, so that a CI log stays readable.
class Progress {
 public:
  Progress(std::ostream& out, bool terminal) : out_(&out), terminal_(terminal) {}

  // A line of its own ("waiting for the target, 3 s").
  void say(const std::string& text);
  // A passing state; shown on a terminal only.
  void update(const RunState& state);
  // A finished cycle.
  void cycle_done(const RunState& state);
  // Leaves the cursor at the start of an empty line.
  void finish();

 private:
  void erase_line();

  std::ostream* out_;
  bool terminal_;
  bool line_open_ = false;
};

}  // namespace ttsoak
