#include "harness/run/tree_rss_log.h"

#include <algorithm>
#include <utility>

namespace ttsoak {
namespace {

// Ten minutes at 10 Hz, far above any quiesce.
constexpr std::size_t kMaxPoints = 6000;

}  // namespace

void TreeRssLog::add(RunTime at, std::int64_t rss_bytes) {
  const std::lock_guard lock(mutex_);
  points_.push_back({at, rss_bytes});
  if (points_.size() > kMaxPoints) points_.pop_front();
  peak_bytes_ = std::max(peak_bytes_, rss_bytes);
}

RssSpan TreeRssLog::since(RunTime since) const {
  const std::lock_guard lock(mutex_);
  RssSpan span;
  for (auto point = points_.rbegin(); point != points_.rend() && point->at >= since; ++point) {
    span.low_bytes =
        span.samples == 0 ? point->rss_bytes : std::min(span.low_bytes, point->rss_bytes);
    span.high_bytes = std::max(span.high_bytes, point->rss_bytes);
    ++span.samples;
  }
  return span;
}

RssCourse TreeRssLog::between(RunTime from, RunTime to) const {
  const std::lock_guard lock(mutex_);
  RssCourse course;
  bool ended = false;
  for (auto point = points_.rbegin(); point != points_.rend(); ++point) {
    if (point->at > to) continue;
    if (!std::exchange(ended, true)) course.end_bytes = point->rss_bytes;
    course.start_bytes = point->rss_bytes;
    course.peak_bytes = std::max(course.peak_bytes, point->rss_bytes);
    if (point->at <= from) break;
  }
  return course;
}

std::int64_t TreeRssLog::latest_bytes() const {
  const std::lock_guard lock(mutex_);
  return points_.empty() ? 0 : points_.back().rss_bytes;
}

std::int64_t TreeRssLog::peak_bytes() const {
  const std::lock_guard lock(mutex_);
  return peak_bytes_;
}

}  // namespace ttsoak
