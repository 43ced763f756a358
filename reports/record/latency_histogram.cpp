#include "reports/record/latency_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace ttsoak {
namespace {

// From 2 * kSteps on, each power of two is divided into kSteps buckets.
constexpr std::uint64_t kSteps = 128;
constexpr int kStepBits = 7;

std::size_t bucket_of(std::uint64_t value) {
  if (value < 2 * kSteps) return value;
  const int shift = static_cast<int>(std::bit_width(value)) - kStepBits - 1;
  return static_cast<std::size_t>(shift) * kSteps + (value >> shift);
}

double middle_of(std::size_t bucket) {
  if (bucket < 2 * kSteps) return static_cast<double>(bucket);
  const std::size_t shift = bucket / kSteps - 1;
  const auto low = static_cast<double>((bucket - shift * kSteps) << shift);
  return low + (static_cast<double>(std::uint64_t{1} << shift) - 1) / 2;
}

}  // namespace

void LatencyHistogram::add(std::int64_t value) {
  value = std::max<std::int64_t>(value, 0);
  const std::size_t bucket = bucket_of(static_cast<std::uint64_t>(value));
  if (bucket >= counts_.size()) counts_.resize(bucket + 1);
  ++counts_[bucket];
  smallest_ = count_ == 0 ? value : std::min(smallest_, value);
  sum_ += static_cast<double>(value);
  ++count_;
  largest_ = std::max(largest_, value);
}

void LatencyHistogram::clear() {
  counts_.clear();
  count_ = 0;
  smallest_ = 0;
  largest_ = 0;
  sum_ = 0;
}

double LatencyHistogram::quantile(double share) const {
  const auto rank =
      std::max<std::int64_t>(1, std::llround(std::ceil(share * static_cast<double>(count_))));
  if (rank >= count_) return static_cast<double>(largest_);
  std::int64_t seen = 0;
  for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
    seen += counts_[bucket];
    if (seen >= rank) return std::min(middle_of(bucket), static_cast<double>(largest_));
  }
  return static_cast<double>(largest_);
}

std::optional<Percentiles> LatencyHistogram::percentiles(double unit) const {
  if (count_ == 0) return std::nullopt;
  Percentiles found{quantile(0.5) / unit, quantile(0.9) / unit, quantile(0.95) / unit,
                    quantile(0.99) / unit, static_cast<double>(largest_) / unit};
  found.avg = sum_ / static_cast<double>(count_) / unit;
  found.min = static_cast<double>(smallest_) / unit;
  found.per_mille.reserve(1001);
  for (int k = 0; k <= 1000; ++k) found.per_mille.push_back(quantile(k / 1000.0) / unit);
  return found;
}

}  // namespace ttsoak
