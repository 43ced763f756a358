#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "probes/values/heap_snapshot.h"

namespace ttsoak {

// The exact counters at one trough, summed over the traced processes of the target.
struct HeapTrough {
  int cycle = 0;                // 0 = before the first request
  std::int64_t live_bytes = 0;  // allocated - freed, in usable bytes; pymalloc is not in it
  std::int64_t live_blocks = 0;
  std::int64_t python_blocks = 0;  // live blocks of pymalloc
  std::int64_t tracer_bytes = 0;   // what the tracer itself takes; upper bound
  int processes = 0;               // that were read
};

// One traced process: its newest snapshot, without stacks and survivors.
struct HeapProcess {
  HeapSnapshot newest;
  std::size_t first = 0, last = 0;  // indices into HeapRecord::cycles: where its stacks are known
};

// What one stack held at the troughs. The four columns have the same length and begin at
// HeapRecord::cycles[first]: a process that came late has no past. Estimates, as StackFigures.
struct StackSeries {
  HeapStack stack;
  std::size_t first = 0;
  std::vector<double> live_bytes, live_blocks, live_variance, mapped_bytes;
  StackFigures now;                  // at the newest trough of its process
  std::vector<Survivors> survivors;  // then; by birth, the eldest first
};

// The heap as read back from the run record. Empty where no process was traced.
//
// At most kMostStacks stacks have a series, those that grew most; the others are summed up, so that
// at every trough the series and the rest make the whole. Size does not grow with the run's length
// but for `troughs`.
struct HeapRecord {
  static constexpr std::size_t kMostStacks = 2000;

  std::vector<HeapTrough> troughs;     // of every cycle that was read
  std::vector<HeapProcess> processes;  // by ProcessInfo::index
  std::vector<int> cycles;          // where stacks have a point: 161 at most, the newest included
  std::vector<StackSeries> stacks;  // by process and stack
  std::size_t other_stacks = 0;     // how many are in the sums that follow
  std::vector<double> other_live_bytes, other_live_blocks, other_mapped_bytes;  // by `cycles`

  [[nodiscard]] bool empty() const { return troughs.empty(); }
};

}  // namespace ttsoak
