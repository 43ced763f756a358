#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "probes/values/retention_share.h"

namespace ttsoak {

// A live block that was sampled, with what is charged to it.
struct ScoredSample {
  std::uint32_t stack = 0;
  std::uint64_t block_bytes = 0;
  double chance = 1;  // that it was sampled
  double score = 0;   // bytes
};

// Blocks of similar size, exact below 1 KiB, four classes to a doubling above. Survivors of one
// size tend to be of one kind, and how much is charged to each size is known from the walk: samples
// only have to share that out (post-stratification).
int size_class(std::uint64_t block_bytes);

struct Charges {
  std::map<int, double> by_class;  // of all blocks, sampled or not
  double unattributed = 0;         // charged to no block that could be sampled
};

// Shares out `charges` among the stacks of `samples`. A stack is named when it has at least
// kEnoughSamples of them and half a percent of the whole; the others count for their libraries, by
// the same rule; what then remains is nobody's (stack -1, no library). Most bytes first; the shares
// add up to 1, or there are none.
//
// Intervals: the variance of a ratio of Poisson-sampled sums, by linearisation (Särndal, Swensson
// and Wretman 1992, section 5.6), turned into as many independent samples as it is worth, and those
// into Wilson's interval, which stays honest near 0 and 1.
//
// `library_of` is asked for the library of a stack; empty = not known.
std::vector<RetentionShare> apportion(RetentionRole role, const Charges& charges,
                                      const std::vector<ScoredSample>& samples,
                                      const std::function<std::string(std::uint32_t)>& library_of);

constexpr std::int64_t kEnoughSamples = 10;
constexpr double kLeastShare = 0.005;

// Wilson's 90 % interval for a share seen in `samples` independent samples.
struct ShareInterval {
  double low = 0, high = 1;
};
ShareInterval wilson_interval(double share, double samples);

}  // namespace ttsoak
