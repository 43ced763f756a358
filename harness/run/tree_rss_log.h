#pragma once

#include <cstdint>
#include <deque>
#include <mutex>

#include "probes/base/clock.h"

namespace ttsoak {

// The lowest and highest tree RSS over a span of time.
struct RssSpan {
  std::int64_t low_bytes = 0;
  std::int64_t high_bytes = 0;
  int samples = 0;
};

// How tree RSS went over a span of time.
struct RssCourse {
  std::int64_t start_bytes = 0;
  std::int64_t peak_bytes = 0;
  std::int64_t end_bytes = 0;
};

// The last minutes of the RSS of the target's whole process tree, 10 times a second: what the
// quiesce and the console look at while the record is being written. Bounded; thread-safe.
class TreeRssLog {
 public:
  void add(RunTime at, std::int64_t rss_bytes);

  // Of the samples taken at `since` or later.
  [[nodiscard]] RssSpan since(RunTime since) const;

  // From `from` to `to`. Each sample holds until the next; all zero if there is none yet.
  [[nodiscard]] RssCourse between(RunTime from, RunTime to) const;

  [[nodiscard]] std::int64_t latest_bytes() const;
  [[nodiscard]] std::int64_t peak_bytes() const;

 private:
  struct Point {
    RunTime at;
    std::int64_t rss_bytes;
  };

  mutable std::mutex mutex_;
  std::deque<Point> points_;
  std::int64_t peak_bytes_ = 0;
};

}  // namespace ttsoak
