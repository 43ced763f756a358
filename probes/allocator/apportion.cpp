#include "probes/allocator/apportion.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <set>
#include <unordered_map>

namespace ttsoak {
namespace {

constexpr double kZ = 1.6448536269514722;  // 90 %, two-sided

// Sums over samples of one size class.
struct ClassSums {
  double scores = 0;   // of w t, w = 1 / chance
  double squares = 0;  // of (1 - p) (w t)^2: the variance of `scores`
};

struct Group {
  std::map<int, ClassSums> classes;
  std::vector<std::pair<std::uint64_t, double>> sizes;  // of blocks, and the weight of each
  std::int64_t samples = 0;
  double bytes = 0;
  double variance = 0;
};

void add(const ScoredSample& sample, Group& group) {
  const double weighted = sample.score / sample.chance;
  ClassSums& sums = group.classes[size_class(sample.block_bytes)];
  sums.scores += weighted;
  sums.squares += (1 - sample.chance) * weighted * weighted;
  group.sizes.emplace_back(sample.block_bytes, 1 / sample.chance);
  ++group.samples;
}

// The part of `group` in what is charged.
void estimate(const Charges& charges, const std::map<int, ClassSums>& all, Group& group) {
  for (const auto& [number, sums] : group.classes) {
    const ClassSums& whole = all.at(number);
    const auto charged = charges.by_class.find(number);
    if (charged == charges.by_class.end() || whole.scores <= 0) continue;
    const double ratio = sums.scores / whole.scores;
    const double scale = charged->second / whole.scores;
    group.bytes += charged->second * ratio;
    group.variance +=
        scale * scale * ((1 - 2 * ratio) * sums.squares + ratio * ratio * whole.squares);
  }
}

void describe_sizes(Group& group, RetentionShare& share) {
  std::sort(group.sizes.begin(), group.sizes.end());
  double total = 0;
  for (const auto& [bytes, weight] : group.sizes) total += weight;
  double seen = 0;
  for (const auto& [bytes, weight] : group.sizes) {
    const double before = seen;
    seen += weight;
    if (before <= 0.05 * total) share.block_bytes_low = static_cast<std::int64_t>(bytes);
    if (before < 0.95 * total) share.block_bytes_high = static_cast<std::int64_t>(bytes);
  }
}

class Apportioning {
 public:
  Apportioning(RetentionRole role, const Charges& charges) : role_(role), charges_(charges) {
    for (const auto& [number, bytes] : charges.by_class) total_ += bytes;
    total_ += charges.unattributed;
  }

  [[nodiscard]] double total() const { return total_; }

  void see(const ScoredSample& sample) {
    const double weighted = sample.score / sample.chance;
    ClassSums& sums = all_[size_class(sample.block_bytes)];
    sums.scores += weighted;
    sums.squares += (1 - sample.chance) * weighted * weighted;
    weighted_ += weighted;
    weighted_squares_ += weighted * weighted;
  }

  void estimate_group(Group& group) const { estimate(charges_, all_, group); }
  [[nodiscard]] bool is_worth_naming(const Group& group) const {
    return group.samples >= kEnoughSamples && group.bytes >= kLeastShare * total_;
  }

  [[nodiscard]] RetentionShare share_of(Group& group) const {
    RetentionShare share;
    share.role = role_;
    share.bytes = group.bytes;
    share.share = group.bytes / total_;
    share.samples = group.samples;
    // No more than all samples together are worth, unequal as their weights are (Kish 1965).
    double worth = weighted_squares_ > 0 ? weighted_ * weighted_ / weighted_squares_ : 0;
    const double variance = group.variance / (total_ * total_);
    if (variance > 0) worth = std::min(worth, share.share * (1 - share.share) / variance);
    const ShareInterval interval = wilson_interval(share.share, worth);
    share.share_low = interval.low;
    share.share_high = interval.high;
    describe_sizes(group, share);
    return share;
  }

 private:
  RetentionRole role_;
  const Charges& charges_;
  std::map<int, ClassSums> all_;
  double total_ = 0, weighted_ = 0, weighted_squares_ = 0;
};

}  // namespace

int size_class(std::uint64_t block_bytes) {
  if (block_bytes < 1024) return static_cast<int>(block_bytes / 16);
  const auto octave = static_cast<int>(std::bit_width(block_bytes)) - 1;
  const auto quarter = static_cast<int>((block_bytes >> (octave - 2)) & 3);
  return 64 + 4 * (octave - 10) + quarter;
}

ShareInterval wilson_interval(double share, double samples) {
  if (!(samples > 0)) return {0, 1};
  share = std::clamp(share, 0.0, 1.0);
  const double z2 = kZ * kZ / samples;
  const double middle = (share + z2 / 2) / (1 + z2);
  const double half = kZ / (1 + z2) * std::sqrt(share * (1 - share) / samples + z2 / samples / 4);
  return {std::clamp(middle - half, 0.0, share), std::clamp(middle + half, share, 1.0)};
}

std::vector<RetentionShare> apportion(RetentionRole role, const Charges& charges,
                                      const std::vector<ScoredSample>& samples,
                                      const std::function<std::string(std::uint32_t)>& library_of) {
  Apportioning apportioning(role, charges);
  if (apportioning.total() <= 0) return {};
  std::unordered_map<std::uint32_t, Group> stacks;
  for (const ScoredSample& sample : samples) {
    if (sample.score <= 0) continue;
    apportioning.see(sample);
    add(sample, stacks[sample.stack]);
  }
  std::vector<RetentionShare> shares;
  std::set<std::uint32_t> named;
  std::map<std::string, Group> libraries;
  for (auto& [stack, group] : stacks) {
    apportioning.estimate_group(group);
    if (stack == 0 || !apportioning.is_worth_naming(group)) continue;
    shares.push_back(apportioning.share_of(group));
    shares.back().stack = stack;
    shares.back().library = library_of(stack);
    named.insert(stack);
  }
  for (const ScoredSample& sample : samples) {
    if (sample.score <= 0 || named.contains(sample.stack)) continue;
    add(sample, libraries[sample.stack != 0 ? library_of(sample.stack) : ""]);
  }
  for (auto& [library, group] : libraries) {
    apportioning.estimate_group(group);
    if (library.empty() || !apportioning.is_worth_naming(group)) continue;
    shares.push_back(apportioning.share_of(group));
    shares.back().library = library;
  }
  std::sort(shares.begin(), shares.end(),
            [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  RetentionShare rest;
  rest.role = role;
  rest.bytes = apportioning.total();
  for (const RetentionShare& share : shares) rest.bytes -= share.bytes;
  rest.bytes = std::max(0.0, rest.bytes);
  rest.share = rest.bytes / apportioning.total();
  rest.share_low = rest.share_high = rest.share;  // what is not said of anybody is no estimate
  if (rest.share > 1e-9) shares.push_back(rest);
  return shares;
}

}  // namespace ttsoak
