#pragma once

#include <vector>

#include "probes/values/cycle_mark.h"
#include "reports/calibration/traces.h"
#include "reports/record/heap_record.h"

namespace ttsoak {

constexpr double kSampleMean = 65536;
constexpr int kHeapRequests = 25;  // per cycle

// How a stack's live blocks come and go. Each sample stands for kSampleMean bytes, as of blocks
// much smaller than that.
struct StackHabit {
  double held = 0;      // bytes that are live at every trough
  double replaced = 1;  // the chance that a block is replaced in a cycle by a new one
  double leaked = 0;    // bytes that come to stay, per cycle
};

// A heap as the reader would tell it, with no cycle 0, one process, and a stack for each habit.
HeapRecord simulate_heap(const std::vector<StackHabit>& habits, int cycles, Dice& dice);

std::vector<CycleMark> equal_cycles(int cycles);

// A stack that holds about what real ones do, from less than one sample to fifty, and how it might
// turn its blocks over: all in every cycle, some, hardly any, none.
StackHabit ordinary_stack(Dice& dice);

}  // namespace ttsoak
