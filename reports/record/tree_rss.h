#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "probes/base/clock.h"
#include "reports/record/run_record.h"

namespace ttsoak {

// The RSS of all processes of the target together, from their samples in order of time.
//
// Each process holds its last sample until its next, and nothing once it has ended. Thinned to the
// lowest and highest sum in each of a fixed number of intervals; intervals before the first sample
// have no point. RSS counts pages that processes share once for each of them.
class TreeRss {
 public:
  TreeRss(RunTime duration, int intervals);

  void sample(int process, RunTime at, std::int64_t rss_bytes);
  void end(int process, RunTime at);

  // As of the last sample.
  [[nodiscard]] std::int64_t sum_bytes() const { return sum_bytes_; }
  [[nodiscard]] std::int64_t peak_bytes() const { return peak_bytes_; }

  // One point for each interval up to the end of the run.
  std::vector<RssPoint> points();

 private:
  void advance_to(RunTime at);
  void change_to(std::int64_t sum_bytes);
  [[nodiscard]] double start_of(int interval) const;

  const RunTime duration_;
  const int intervals_;
  std::unordered_map<int, std::int64_t> rss_bytes_;  // by process
  std::int64_t sum_bytes_ = 0;
  std::int64_t peak_bytes_ = 0;
  int interval_ = 0;                 // the one being filled
  std::optional<RssPoint> filling_;  // absent until the first sample
  std::vector<RssPoint> points_;
};

}  // namespace ttsoak
