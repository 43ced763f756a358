#include <cstdlib>
#include <iomanip>
#include <iostream>

#include "gtest/gtest.h"
#include "reports/cause/heap_ledger.h"
#include "tests/unit/reports/cause/simulated_heap.h"

namespace ttsoak {
namespace {

// What the ledger says of 500 ordinary stacks and one that leaks, over many runs.
struct Record {
  int runs = 0, leak_found = 0, leak_first = 0, runs_with_false = 0, covered = 0;
  double false_share = 0;  // mean over runs of false / all discoveries: what the 5 % are about
};

constexpr int kStacks = 500;

Record simulate(int runs, int cycles, double leaked_per_request) {
  Record record;
  record.runs = runs;
  for (int run = 0; run < runs; ++run) {
    Dice dice(static_cast<std::uint64_t>(run) * 7919 + 11);
    std::vector<StackHabit> habits;
    habits.reserve(kStacks + 1);
    for (int i = 0; i < kStacks; ++i) habits.push_back(ordinary_stack(dice));
    habits.push_back({0, 1, leaked_per_request * kHeapRequests});
    const HeapLedger ledger =
        rank_growing_stacks(simulate_heap(habits, cycles, dice), equal_cycles(cycles));
    int wrong = 0;
    for (const GrowingStack& stack : ledger.growing) {
      if (stack.series != kStacks) {
        ++wrong;
        continue;
      }
      ++record.leak_found;
      if (stack.rate.lower95 <= leaked_per_request && leaked_per_request <= stack.rate.upper95) {
        ++record.covered;
      }
    }
    if (!ledger.growing.empty() && ledger.growing.front().series == kStacks) ++record.leak_first;
    if (wrong > 0) ++record.runs_with_false;
    if (!ledger.growing.empty()) {
      record.false_share +=
          static_cast<double>(wrong) / static_cast<double>(ledger.growing.size()) / runs;
    }
  }
  std::cout << cycles << " cycles, " << std::setw(5) << leaked_per_request << " B/request: found "
            << record.leak_found << ", first " << record.leak_first << ", interval holds it "
            << record.covered << ", runs with a false one " << record.runs_with_false << " of "
            << runs << ", false share " << record.false_share << "\n";
  return record;
}

int runs_or(int few) {
  const char* wish = std::getenv("TTSOAK_LEDGER_RUNS");
  return wish == nullptr ? few : std::atoi(wish);
}

TEST(LedgerSimulation, PutsALeakAmongFiveHundredStacksFirstAndAccusesFewOthers) {
  const int runs = runs_or(20);
  const Record record = simulate(runs, 40, 8192);
  EXPECT_EQ(record.leak_found, runs);
  EXPECT_EQ(record.leak_first, runs);
  EXPECT_LE(record.false_share, 0.05);
  EXPECT_GE(record.covered, runs * 17 / 20);
}

TEST(LedgerSimulation, AccusesNobodyWhereNothingLeaks) {
  const int runs = runs_or(20);
  const Record record = simulate(runs, 40, 0);
  EXPECT_LE(record.runs_with_false, runs / 20 + 1);
}

TEST(LedgerSimulation, TakesFewSamplesForFew) {
  // Four samples or so in the whole run: a leak for all one knows, but nothing to accuse a line of.
  const int runs = runs_or(20);
  const Record record = simulate(runs, 40, 256);
  EXPECT_EQ(record.leak_found, 0);
}

TEST(LedgerSimulation, FindsASmallLeakInALongRun) {
  const int runs = runs_or(6);
  const Record record = simulate(runs, 160, 2048);
  EXPECT_EQ(record.leak_first, runs);
  EXPECT_LE(record.false_share, 0.05);
}

}  // namespace
}  // namespace ttsoak
