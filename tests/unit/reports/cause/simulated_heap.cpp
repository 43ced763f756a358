#include "tests/unit/reports/cause/simulated_heap.h"

#include <cmath>

namespace ttsoak {
namespace {

int poisson(double mean, Dice& dice) {
  const double limit = std::exp(-mean);
  double product = dice.uniform(0, 1);
  int count = 0;
  while (product > limit) {
    product *= dice.uniform(0, 1);
    ++count;
  }
  return count;
}

StackSeries simulate_stack(const StackHabit& habit, int cycles, Dice& dice) {
  StackSeries series;
  int staying = 0;
  int samples = poisson(habit.held / kSampleMean, dice);
  for (int cycle = 1; cycle <= cycles; ++cycle) {
    samples = dice.binomial(samples, 1 - habit.replaced) +
              poisson(habit.replaced * habit.held / kSampleMean, dice);
    staying += poisson(habit.leaked / kSampleMean, dice);
    const double seen = samples + staying;
    series.live_bytes.push_back(seen * kSampleMean);
    series.live_blocks.push_back(seen * kSampleMean / 256);
    series.live_variance.push_back(seen * kSampleMean * kSampleMean);
    series.mapped_bytes.push_back(0);
  }
  return series;
}

}  // namespace

HeapRecord simulate_heap(const std::vector<StackHabit>& habits, int cycles, Dice& dice) {
  HeapRecord heap;
  HeapProcess process;
  process.last = static_cast<std::size_t>(cycles) - 1;
  process.newest.cycle = cycles;
  heap.processes.push_back(process);
  for (int cycle = 1; cycle <= cycles; ++cycle) {
    heap.cycles.push_back(cycle);
    HeapTrough trough;
    trough.cycle = cycle;
    trough.processes = 1;
    for (const StackHabit& habit : habits) {
      trough.live_bytes += std::llround(habit.held + habit.leaked * cycle);
    }
    heap.troughs.push_back(trough);
  }
  for (const StackHabit& habit : habits) {
    heap.stacks.push_back(simulate_stack(habit, cycles, dice));
    heap.stacks.back().stack.stack = static_cast<std::int64_t>(heap.stacks.size());
  }
  heap.other_live_bytes.resize(heap.cycles.size());
  heap.other_live_blocks.resize(heap.cycles.size());
  heap.other_mapped_bytes.resize(heap.cycles.size());
  return heap;
}

std::vector<CycleMark> equal_cycles(int cycles) {
  std::vector<CycleMark> marks;
  for (int cycle = 1; cycle <= cycles; ++cycle) {
    marks.emplace_back().cycle = cycle;
    marks.back().requests = kHeapRequests;
  }
  return marks;
}

StackHabit ordinary_stack(Dice& dice) {
  constexpr double kReplaced[] = {1, 1, 0.1, 0.02, 0};
  StackHabit habit;
  habit.held = kSampleMean * std::exp(dice.uniform(std::log(0.2), std::log(50)));
  habit.replaced = kReplaced[dice.integer(0, 4)];
  return habit;
}

}  // namespace ttsoak
