#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "probes/values/cycle_mark.h"
#include "reports/cause/stack_trend.h"
#include "reports/record/heap_record.h"

namespace ttsoak {

// What one call stack holds and by how much that grows.
struct GrowingStack {
  std::size_t series = 0;  // index into HeapRecord::stacks
  Rate rate;               // of live and mapped bytes together
  double p_value = 1;
  GrowthShape shape = GrowthShape::linear;  // of those that grow; see judge_growth()
};

struct GainedStack {
  std::size_t series = 0;  // index into HeapRecord::stacks
  double bytes = 0;        // live and mapped
};

// Which stacks grow, and how much of the growth of the whole heap they explain.
struct HeapLedger {
  std::vector<GrowingStack> growing;  // the largest lower bound first
  // Seem to grow, but it may be chance; the steepest first. Without enough cycles these are all
  // that hold more than at first, with the plain change per request and an interval without ends.
  std::vector<GrowingStack> not_proven;
  // What stacks hold now and did not before the first request, or at the first trough there is: the
  // largest first, without what chance in sampling may explain. A fact, not a trend: a cache that
  // filled in the first cycle is here and not among `growing`.
  std::vector<GainedStack> gained;
  std::size_t tested = 0;      // stacks that changed after the warm-up, or might have
  bool enough_cycles = false;  // if not, nothing was tested

  // The whole heap with its mappings. Exact, from the counters, unless there are Python objects in
  // pymalloc: those are counted by blocks only, so then it is the sum over all stacks.
  std::optional<Rate> whole;
  bool whole_is_exact = true;
  Rate explained;  // by the growing stacks together, taken for independent

  [[nodiscard]] double unexplained() const { return whole ? whole->mean - explained.mean : 0; }
  // Of the growth of the whole; absent where that is not proven. May exceed 1: estimates do.
  [[nodiscard]] std::optional<double> explained_share() const;
};

// Tests every stack of every process that still lives at the end, by fit_stack(), and keeps the
// share of false ones among `growing` to 5 % (false_discovery_rejections()); stacks without a
// series of their own count as tested.
//
// Pure and deterministic. Cost: about .5 s for 2,000 stacks with 160 troughs.
HeapLedger rank_growing_stacks(const HeapRecord& heap, const std::vector<CycleMark>& cycles);

}  // namespace ttsoak
