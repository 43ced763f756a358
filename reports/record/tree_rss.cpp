#include "reports/record/tree_rss.h"

#include <algorithm>

namespace ttsoak {

TreeRss::TreeRss(RunTime duration, int intervals)
    : duration_(std::max(duration, RunTime{1})), intervals_(intervals) {}

void TreeRss::sample(int process, RunTime at, std::int64_t rss_bytes) {
  advance_to(at);
  std::int64_t& held = rss_bytes_[process];
  const std::int64_t sum = sum_bytes_ - held + rss_bytes;
  held = rss_bytes;
  change_to(sum);
}

void TreeRss::end(int process, RunTime at) {
  const auto found = rss_bytes_.find(process);
  if (found == rss_bytes_.end()) return;
  advance_to(at);
  change_to(sum_bytes_ - found->second);
  rss_bytes_.erase(found);
}

// Closes the intervals that lie wholly before `at`. A time before the current interval (threads
// record out of step by a moment) counts for the current one.
void TreeRss::advance_to(RunTime at) {
  const auto reached = static_cast<int>(std::clamp<std::int64_t>(
      at.count() * intervals_ / duration_.count(), interval_, intervals_ - 1));
  while (interval_ < reached) {
    if (filling_) points_.push_back(*filling_);
    ++interval_;
    if (filling_) filling_ = RssPoint{start_of(interval_), sum_bytes_, sum_bytes_};
  }
}

void TreeRss::change_to(std::int64_t sum_bytes) {
  sum_bytes_ = sum_bytes;
  peak_bytes_ = std::max(peak_bytes_, sum_bytes);
  if (!filling_) filling_ = RssPoint{start_of(interval_), sum_bytes, sum_bytes};
  filling_->low_bytes = std::min(filling_->low_bytes, sum_bytes);
  filling_->high_bytes = std::max(filling_->high_bytes, sum_bytes);
}

double TreeRss::start_of(int interval) const {
  return std::chrono::duration<double>(duration_).count() * interval / intervals_;
}

std::vector<RssPoint> TreeRss::points() {
  advance_to(duration_);
  std::vector<RssPoint> all = points_;
  if (filling_) all.push_back(*filling_);
  return all;
}

}  // namespace ttsoak
