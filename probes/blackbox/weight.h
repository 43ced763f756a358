#pragma once

#include <stdint.h>

#include "probes/blackbox/layout.h"

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

// The floor is there for the heap, where a survivor of 100 bytes can pin a page or a hole of a
// megabyte. pymalloc has arenas of its own, and a hundred times more blocks come and go there: they
// count by their size.
constexpr uint64_t kPythonFloorBytes = 16;

// The chance that the block of a LiveSample was sampled.
constexpr double sample_chance(uint64_t packed, uint64_t heap_floor_bytes) {
  const uint64_t floor_bytes =
      sample_kind(packed) == Kind::python ? kPythonFloorBytes : heap_floor_bytes;
  return keep_probability(sample_bytes(packed), sample_rate(packed), floor_bytes);
}

}  // namespace ttsoak::blackbox
