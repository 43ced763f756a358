#include "probes/python/growth_series.h"

#include <algorithm>

namespace ttsoak {
namespace {

constexpr std::size_t kRemembered = 24;  // values

}  // namespace

GrowthSeries::GrowthSeries(int cycle, std::int64_t value)
    : recent_{value}, first_(value), first_cycle_(cycle), last_cycle_(cycle) {}

void GrowthSeries::add(int cycle, std::int64_t value) {
  if (value > recent_.back()) ++grew_;
  recent_.push_back(value);
  if (recent_.size() > kRemembered) recent_.erase(recent_.begin());
  last_cycle_ = cycle;
  ++looks_;
}

void GrowthSeries::add_unchanged(int cycle, int times) {
  for (int i = 0; i < times; ++i) add(cycle, recent_.back());
}

std::int64_t GrowthSeries::difference(std::size_t from_end) const {
  const std::size_t at = recent_.size() - 1 - from_end;
  return recent_[at] - recent_[at - 1];
}

bool GrowthSeries::last_all_grew() const {
  const std::size_t wanted = std::min<std::size_t>(4, recent_.size() - 1);
  for (std::size_t i = 0; i < wanted; ++i) {
    if (difference(i) <= 0) return false;
  }
  return true;
}

bool GrowthSeries::mostly_grew() const {
  const std::size_t intervals = recent_.size() - 1;
  if (intervals < 5) return false;
  std::size_t grew = 0;
  bool lately = false;
  for (std::size_t i = 0; i < intervals; ++i) {
    if (difference(i) <= 0) continue;
    ++grew;
    lately |= i < 3;
  }
  const std::int64_t middle = recent_[intervals / 2];
  const bool both_halves = middle > recent_.front() && recent_.back() > middle;
  return lately && 4 * grew >= 3 * intervals && both_halves;
}

bool GrowthSeries::blocks_grew(std::size_t block) const {
  const std::size_t last = recent_.size() - 1;
  if (last < 3 * block) return false;
  for (std::size_t i = 0; i < 3; ++i) {
    if (recent_[last - i * block] <= recent_[last - (i + 1) * block]) return false;
  }
  return true;
}

bool GrowthSeries::grows() const {
  const std::size_t intervals = recent_.size() - 1;
  if (intervals < 3) return false;
  for (std::size_t i = 0; i < std::min<std::size_t>(8, intervals); ++i) {
    if (difference(i) < 0) return false;
  }
  return last_all_grew() || mostly_grew() || blocks_grew(2) || blocks_grew(3);
}

}  // namespace ttsoak
