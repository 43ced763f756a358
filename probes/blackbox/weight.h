#pragma once

#include <stdint.h>

namespace ttsoak::blackbox {

// The chance that a block is sampled: 1 - exp(-max(bytes, floor) / 2^rate); rate 0 = always.
// Both sides use this one, and the tracer may not link libm, hence the series.
constexpr double keep_probability(uint64_t bytes, uint32_t rate, uint64_t floor_bytes) {
  if (rate == 0) return 1;
  const uint64_t counted = bytes < floor_bytes ? floor_bytes : bytes;
  double x = static_cast<double>(counted) / static_cast<double>(1ULL << rate);
  if (x > 40) return 1;
  // Halve x until the series is short; then 1 - e^-2x = p (2 - p).
  int halvings = 0;
  for (; x > 0.125; x /= 2) ++halvings;
  double p = x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5 * (1 - x / 6 * (1 - x / 7))))));
  for (; halvings > 0; --halvings) p *= 2 - p;
  return p;
}

// How many blocks of its size one sample stands for.
constexpr double sample_weight(uint64_t bytes, uint32_t rate, uint64_t floor_bytes) {
  return 1 / keep_probability(bytes, rate, floor_bytes);
}

}  // namespace ttsoak::blackbox
