#include "reports/render/heap_words.h"

#include <limits>

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_report.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<Survivors> born(const std::vector<int>& cycles) {
  std::vector<Survivors> survivors;
  survivors.reserve(cycles.size());
  for (const int cycle : cycles) survivors.push_back({1, cycle, 100, 1});
  return survivors;
}

TEST(BornInWords, TellsALeakFromAStartByTheCyclesOfBirth) {
  EXPECT_EQ(born_in_words(born({0}), 9), "born before the first cycle");
  EXPECT_EQ(born_in_words(born({3, 4, 5, 6, 7, 8, 9}), 9), "born in every cycle since 3");
  EXPECT_EQ(born_in_words(born({3, 5, 9}), 9), "born in 3 of the 7 cycles since 3");
  EXPECT_EQ(born_in_words(born({3, 7}), 9), "born in cycles 3 and 7");
  EXPECT_EQ(born_in_words(born({7}), 9), "born in cycle 7");
  EXPECT_EQ(born_in_words({}, 9), "");
}

TEST(BornInWords, DoesNotHideWhatIsOlderThanTheRun) {
  EXPECT_EQ(born_in_words(born({0, 7}), 9),
            "born in cycle 7, 50.0 % of the bytes before the first");
}

TEST(RateInWords, WithoutAnIntervalIsAnApproximation) {
  constexpr double kNoEnd = std::numeric_limits<double>::infinity();
  EXPECT_EQ(rate_in_words({2048, -kNoEnd, kNoEnd}), "about 2.0 KiB per request so far");
  EXPECT_EQ(rate_in_words({2048, 1024, 3072}),
            "2.0 KiB per request, 95 % interval 1.0 KiB to 3.0 KiB");
}

TEST(HeapGrowthInWords, SaysWhatIsExplainedAndWhatIsNot) {
  Report report = failing_report();
  report.ledger.whole = Rate{40960, 39000, 43000};
  report.ledger.explained = Rate{30720, 30000, 31000};
  report.ledger.growing.resize(2);

  EXPECT_EQ(heap_growth_in_words(report),
            "The live heap grows by 40.0 KiB per request, 95 % interval 38.1 KiB to 42.0 KiB. 2 "
            "call stacks explain 75.0 % of it; 10.0 KiB per request remain unexplained.");
}

TEST(HeapGrowthInWords, ClaimsNoGrowthThatIsNotProven) {
  Report report = failing_report();
  report.ledger.whole = Rate{100, -50, 250};
  report.ledger.growing.clear();
  EXPECT_THAT(heap_growth_in_words(report), StartsWith("The live heap is not proven to grow"));
  EXPECT_THAT(heap_growth_in_words(report), HasSubstr("Nor is any call stack."));

  report.ledger.whole = Rate{100, 50, 250};
  EXPECT_THAT(heap_growth_in_words(report), HasSubstr("No call stack is proven to have a part"));
  report.ledger.whole.reset();
  EXPECT_THAT(heap_growth_in_words(report), StartsWith("Too few cycles"));
}

TEST(StackInWords, NamesTheProcessOnlyIfThereAreSeveral) {
  Report report = failing_report();
  EXPECT_EQ(stack_in_words(report, report.ledger.growing[0]).place, "in libtorch_cpu.so");
  report.record.heap.processes.push_back(report.record.heap.processes[0]);
  EXPECT_EQ(stack_in_words(report, report.ledger.growing[0]).place,
            "in libtorch_cpu.so, process 4719");
}

TEST(StackInWords, TellsMappingsFromBlocks) {
  Report report = failing_report();
  StackFigures& now = report.record.heap.stacks[report.ledger.growing[0].series].now;
  now.mapped_bytes = 4 << 20;
  EXPECT_EQ(stack_in_words(report, report.ledger.growing[0]).live,
            "33.6 MiB in 1,077 blocks, 4.0 MiB mapped");
  now.live_bytes = 0;
  EXPECT_EQ(stack_in_words(report, report.ledger.growing[0]).live, "4.0 MiB mapped");
}

TEST(HeapNotes, SayHowItWasSampledAndWhatWasLost) {
  RunRecord record = failing_report().record;
  record.heap.processes[0].newest.dropped_samples = 1200;
  record.heap.troughs[3].python_blocks = 7;
  EXPECT_THAT(
      heap_notes(record),
      ElementsAre(HasSubstr("one sample in 64.0 KiB"), HasSubstr("Small Python objects"),
                  StartsWith("1,200 samples found no room"), HasSubstr("no native frames")));
}

}  // namespace
}  // namespace ttsoak
