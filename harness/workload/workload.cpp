#include "harness/workload/workload.h"

#include <random>
#include <utility>

namespace ttsoak {
namespace {

// A number in [0, bound), each equally likely.
//
// Written out, as is the shuffle below, because std::uniform_int_distribution and std::shuffle may
// give other numbers with another standard library. The engine itself is specified to the bit.
std::uint64_t below(std::uint64_t bound, std::mt19937_64& random) {
  // Draws past the last whole multiple of `bound` are thrown away: they would favour low numbers.
  const std::uint64_t past_last = std::mt19937_64::max() - std::mt19937_64::max() % bound;
  while (true) {
    const std::uint64_t drawn = random();
    if (drawn < past_last) return drawn % bound;
  }
}

// SplitMix64 (Steele, Lea and Flood 2014): spreads every bit of the input over all of the output,
// so that seeds and cycles that differ by one give orders that have nothing in common.
std::uint64_t spread(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

// FNV-1a, 64 bits, of a string and its end.
std::uint64_t hash(const std::string& text, std::uint64_t hash) {
  constexpr std::uint64_t kPrime = 0x100000001b3U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return (hash ^ 0x100U) * kPrime;  // no byte has this value: "a","bc" is not "ab","c"
}

const std::string& nth(const std::vector<std::string>& list, std::size_t index) {
  return list[index % list.size()];
}

}  // namespace

Workload::Workload(WorkloadSpec spec) : spec_(std::move(spec)) {
  if (spec_.texts.empty() || spec_.voices.empty() || spec_.formats.empty()) {
    abort_with("a workload without texts, voices or formats");
  }
}

std::vector<PlannedRequest> Workload::cycle(int cycle) const {
  std::vector<PlannedRequest> requests;
  requests.reserve(static_cast<std::size_t>(spec_.requests_per_cycle));
  for (int i = 0; i < spec_.requests_per_cycle; ++i) {
    const auto index = static_cast<std::size_t>(i);
    requests.push_back(
        {i, &nth(spec_.texts, index), &nth(spec_.voices, index), &nth(spec_.formats, index)});
  }
  std::mt19937_64 random(spread(spec_.seed) ^ spread(~static_cast<std::uint64_t>(cycle)));
  for (std::size_t left = requests.size(); left > 1; --left) {  // Fisher-Yates
    std::swap(requests[left - 1], requests[below(left, random)]);
  }
  return requests;
}

std::uint64_t Workload::digest(const std::vector<PlannedRequest>& requests) const {
  constexpr std::uint64_t kBasis = 0xcbf29ce484222325U;
  std::uint64_t sum = requests.size();
  for (const PlannedRequest& request : requests) {
    // A sum does not depend on the order, and two equal requests do not cancel as with xor.
    sum += spread(hash(*request.format, hash(*request.voice, hash(*request.text, kBasis))));
  }
  return sum;
}

}  // namespace ttsoak
