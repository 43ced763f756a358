#include "harness/workload/arrivals.h"

#include <algorithm>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using namespace std::chrono_literals;
using testing::Each;
using testing::ElementsAre;

Arrival at_rate(Arrival::Process process, double rate_per_s) {
  Arrival arrival;
  arrival.process = process;
  arrival.stages = {{24h, rate_per_s}};
  return arrival;
}

double seconds(RunTime time) { return std::chrono::duration<double>(time).count(); }

TEST(Arrivals, AClosedLoopHasNoSchedule) {
  EXPECT_THAT(arrival_offsets({}, 3, 1), ElementsAre(0us, 0us, 0us));
}

TEST(Arrivals, AtAConstantRateComeAtEvenDistancesFromTheStart) {
  EXPECT_THAT(arrival_offsets(at_rate(Arrival::Process::constant, 4), 4, 1),
              ElementsAre(0us, 250ms, 500ms, 750ms));
}

TEST(Arrivals, InBurstsComeTogetherAtTheSameRateInAll) {
  Arrival arrival = at_rate(Arrival::Process::constant, 4);
  arrival.burst = 2;
  EXPECT_THAT(arrival_offsets(arrival, 5, 1), ElementsAre(0us, 0us, 500ms, 500ms, 1s));
}

TEST(Arrivals, StagesFollowEachOtherAndBeginAgain) {
  Arrival arrival;
  arrival.process = Arrival::Process::constant;
  arrival.stages = {{1s, 2}, {1s, 1}};
  EXPECT_THAT(arrival_offsets(arrival, 7, 1), ElementsAre(0us, 500ms, 1s, 2s, 2500ms, 3s, 4s));
}

// Of 10,000 exponential gaps the mean is within 5 % and the share of those above the mean within
// 0.03 of 1/e, by more than five standard errors each.
TEST(Arrivals, OfAPoissonProcessHaveExponentialGaps) {
  const auto offsets = arrival_offsets(at_rate(Arrival::Process::poisson, 50), 10000, 7);
  int above_mean = 0;
  RunTime last{0};
  for (const RunTime offset : offsets) {
    if (seconds(offset - last) > 0.02) ++above_mean;
    last = offset;
  }
  EXPECT_TRUE(std::is_sorted(offsets.begin(), offsets.end()));
  EXPECT_NEAR(seconds(last) / 10000, 0.02, 0.001);
  EXPECT_NEAR(above_mean / 10000.0, 0.3679, 0.03);
}

TEST(Arrivals, OfAPoissonProcessDependOnTheSeedAlone) {
  const Arrival arrival = at_rate(Arrival::Process::poisson, 5);
  EXPECT_EQ(arrival_offsets(arrival, 50, 3), arrival_offsets(arrival, 50, 3));
  EXPECT_NE(arrival_offsets(arrival, 50, 3), arrival_offsets(arrival, 50, 4));
}

TEST(Arrivals, OfAReplayAreThoseRecordedSpedUpAndBeginAgainAMeanGapLater) {
  Arrival arrival;
  arrival.process = Arrival::Process::replay;
  arrival.speed = 10;
  for (const RunTime at : {RunTime(0s), RunTime(1s), RunTime(6s)}) {
    arrival.replay.push_back({at, "", "", "", {}});
  }
  EXPECT_THAT(arrival_offsets(arrival, 5, 1), ElementsAre(0us, 100ms, 600ms, 900ms, 1s));
}

}  // namespace
}  // namespace ttsoak
