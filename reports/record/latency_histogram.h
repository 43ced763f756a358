#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reports/record/run_record.h"

namespace ttsoak {

// Counts of non-negative integers in buckets of about equal relative width, so that percentiles of
// any number of requests take the same 64 KiB.
//
// Values below 256 are exact; above, a bucket is at most 1/128 of its value wide and answers with
// its middle, which is off by less than 0.4 %. The largest value is exact.
// The idea is that of Gil Tene's HdrHistogram.
class LatencyHistogram {
 public:
  void add(std::int64_t value);
  void clear();

  [[nodiscard]] std::int64_t count() const { return count_; }

  // The smallest value that at least `share` (0..1) of all values do not exceed (nearest rank).
  // 0 if empty.
  [[nodiscard]] double quantile(double share) const;

  // All of them, divided by `unit`. Absent if empty.
  [[nodiscard]] std::optional<Percentiles> percentiles(double unit) const;

 private:
  std::vector<std::int64_t> counts_;  // grows to the bucket of the largest value
  std::int64_t count_ = 0;
  std::int64_t smallest_ = 0, largest_ = 0;
  double sum_ = 0;
};

}  // namespace ttsoak
