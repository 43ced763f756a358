#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace ttsoak {

// SplitMix64 (Steele, Lea and Flood 2014): spreads every bit of the input over all of the output,
// so that seeds and cycles that differ by one give orders that have nothing in common.
inline std::uint64_t spread(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

// A number in [0, bound), each equally likely.
//
// Written out, as is the shuffle below, because std::uniform_int_distribution and std::shuffle may
// give other numbers with another standard library. The engine itself is specified to the bit.
inline std::uint64_t below(std::uint64_t bound, std::mt19937_64& random) {
  // Draws past the last whole multiple of `bound` are thrown away: they would favour low numbers.
  const std::uint64_t past_last = std::mt19937_64::max() - std::mt19937_64::max() % bound;
  while (true) {
    const std::uint64_t drawn = random();
    if (drawn < past_last) return drawn % bound;
  }
}

// Puts `items` into one of all orders (Fisher and Yates), the same one on every machine.
template <typename Item>
void shuffle(std::vector<Item>& items, std::mt19937_64& random) {
  for (std::size_t left = items.size(); left > 1; --left) {
    std::swap(items[left - 1], items[below(left, random)]);
  }
}

}  // namespace ttsoak
