#include <algorithm>
#include <cmath>

#include "gmock/gmock.h"
#include "tests/unit/reports/cause/rules/soaked_record.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(WarmUp, FiresForAStaircaseThatEnds) {
  SoakedRecord soak;
  soak.part(MemoryPart::live, [](int cycle) { return std::min(32.0, std::exp2(cycle)) * kMib; });

  ASSERT_THAT(soak.causes(), ElementsAre(Cause::warm_up));
  const Finding finding = soak.find(Cause::warm_up).value();
  EXPECT_FALSE(finding.leak);
  EXPECT_THAT(finding.sentence, HasSubstr("rose by 30.0 MiB in the first half of the run"));
}

TEST(WarmUp, DoesNotFireForALeak) {
  SoakedRecord soak;
  soak.part(MemoryPart::live, linear(0, 40 * kKib));

  EXPECT_FALSE(soak.find(Cause::warm_up));
}

// The heap's free pages take in what leaks: RSS is flat by chance.
TEST(WarmUp, DoesNotFireWhereWhatGrowsIsKnown) {
  const Course leak = linear(0, 10 * kKib);
  const Course rss = filling(0, 6 * kMib, 2);
  SoakedRecord soak;
  soak.stack({python_line("keep", "/app/tts.py", 5)}, leak, 64 * kKib)
      .part(MemoryPart::free, [&](int cycle) { return 20 * kMib + rss(cycle) - leak(cycle); });

  EXPECT_TRUE(soak.find(Cause::live_leak));
  EXPECT_FALSE(soak.find(Cause::warm_up));
}

TEST(LevelShift, FiresForOneJumpInTheMiddle) {
  SoakedRecord soak;
  soak.part(MemoryPart::mapped, step(0, 24 * kMib, 27));

  const auto finding = soak.find(Cause::level_shift);
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->leak);
  EXPECT_THAT(finding->sentence, HasSubstr("by 24.0 MiB in cycle 27"));
}

TEST(LevelShift, DoesNotFireForTwoJumps) {
  SoakedRecord soak;
  soak.part(MemoryPart::mapped, step(0, 24 * kMib, 17))
      .part(MemoryPart::mapped, step(0, 24 * kMib, 30));

  EXPECT_FALSE(soak.find(Cause::level_shift));
}

TEST(DegradedService, FiresWhereTheMedianRisesByAFifth) {
  SoakedRecord soak;
  soak.latency(linear(600, 0.4));

  const auto finding = soak.find(Cause::degraded_service);
  ASSERT_TRUE(finding);
  EXPECT_THAT(finding->sentence, HasSubstr("rose from"));
}

TEST(DegradedService, DoesNotFireForATwentieth) {
  SoakedRecord soak;
  soak.latency(linear(600, 0.03));

  EXPECT_THAT(soak.causes(), IsEmpty());
}

TEST(UnknownCause, SaysHowMuchIsNotExplained) {
  SoakedRecord soak;
  soak.part(MemoryPart::unexplained, linear(0, 50 * kKib));

  const auto finding = soak.find(Cause::unknown);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->evidence, EvidenceLevel::unknown);
  EXPECT_THAT(finding->sentence, HasSubstr("too much of it is in no part"));
}

TEST(UnknownCause, WithoutSplitsAndTracerIsAllThereIs) {
  SoakedRecord soak;
  soak.part(MemoryPart::live, linear(0, 50 * kKib)).without_splits();

  EXPECT_THAT(soak.causes(), ElementsAre(Cause::unknown));
}

TEST(UnknownCause, DoesNotFireWhereACauseExplainsMost) {
  SoakedRecord soak;
  soak.part(MemoryPart::live, linear(0, 50 * kKib)).part(MemoryPart::unexplained, linear(0, kKib));

  EXPECT_FALSE(soak.find(Cause::unknown));
}

TEST(TimeToLimit, FollowsFromTheIntervalOfGrowthAndThePaceOfTheRun) {
  SoakedRecord soak;
  soak.part(MemoryPart::live, linear(0, 100 * kKib))
      .cgroup(constant(50 * kMib), constant(0), std::int64_t{400} << 20);

  const auto limit = soak.judged().limit;
  ASSERT_TRUE(limit);
  EXPECT_EQ(limit->limit_bytes, std::int64_t{400} << 20);
  EXPECT_DOUBLE_EQ(limit->used_bytes, 300 * kMib);  // page cache does not count
  EXPECT_NEAR(limit->soonest_requests.value(), 1024, 20);
  EXPECT_LE(limit->soonest_requests.value(), limit->latest_requests.value());
  EXPECT_NEAR(limit->soonest_s.value(), limit->soonest_requests.value() * 10 / 25, 1e-6);
}

TEST(TimeToLimit, IsAbsentWithoutALimit) {
  SoakedRecord soak;
  soak.part(MemoryPart::live, linear(0, 100 * kKib)).cgroup(constant(0), constant(0));

  EXPECT_FALSE(soak.judged().limit);
}

}  // namespace
}  // namespace ttsoak
