#include <algorithm>
#include <cmath>

#include "gmock/gmock.h"
#include "reports/cause/live_subject.h"
#include "tests/unit/reports/cause/rules/soaked_record.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Frame> journal() { return {python_line("Journal.add", "/app/tts/journal.py", 22)}; }
std::vector<Frame> tensor_of(const std::string& function) {
  return {native_in("c10::alloc_cpu(unsigned long)", "/opt/torch/lib/libc10.so"),
          python_line(function, "/app/server.py", 41)};
}

TEST(Causes, OfASoundServerAreNone) { EXPECT_THAT(SoakedRecord().causes(), IsEmpty()); }

TEST(Causes, OfASoundServerWithEverythingWatchedAreNone) {
  SoakedRecord soak;
  soak.stack(journal(), constant(9 * kMib), 180)
      .things(InventoryKind::thread, "uvicorn", constant(12))
      .things(InventoryKind::temp_file, "/tmp/a_*", step(0, 2, 3), 1000)
      .python(constant(120000), constant(0))
      .cgroup(constant(1e8), constant(0), std::int64_t{1} << 30)
      .latency(constant(600));

  EXPECT_THAT(soak.causes(), IsEmpty());
}

TEST(LiveLeak, NamesTheLineTheRateAndTheContainerThatHoldsIt) {
  SoakedRecord soak;
  soak.stack(journal(), linear(0, 40 * kKib), 40 * kKib)
      .holder("tts.journal.entries", "list", 25, 25 * 40 * kKib, -1, "dict")
      .holder("other.queue", "list", 3, 900);

  const auto finding = soak.find(Cause::live_leak);
  ASSERT_TRUE(finding);
  EXPECT_TRUE(finding->leak);
  EXPECT_NEAR(finding->bytes_per_request.value().mean, 40 * kKib, 100);
  EXPECT_NEAR(finding->share.value(), 1, 0.02);
  EXPECT_THAT(finding->sentence,
              HasSubstr("Journal.add at /app/tts/journal.py:22 keeps 40.0 KiB per request"));
  EXPECT_THAT(
      finding->sentence,
      HasSubstr("held by `tts.journal.entries` (list, +25.0 a cycle, 40.0 KiB each: dict)"));
}

TEST(LiveLeak, IsProvenByATrimThatGivesNothingBack) {
  SoakedRecord soak;
  soak.stack(journal(), linear(0, 40 * kKib), 40 * kKib);
  EXPECT_EQ(soak.find(Cause::live_leak).value().evidence, EvidenceLevel::consistent);

  soak.experiment(ExperimentKind::malloc_trim, 0.3 * kMib);
  EXPECT_EQ(soak.find(Cause::live_leak).value().evidence, EvidenceLevel::proven);
}

TEST(LiveLeak, WithoutTracerSaysThatNobodyKnowsWhose) {
  SoakedRecord soak;
  soak.part(MemoryPart::live, linear(0, 40 * kKib));

  EXPECT_THAT(soak.find(Cause::live_leak).value().sentence, HasSubstr("without the tracer"));
}

// A tenth of a MiB beside 24 MiB of free pages is small change.
TEST(LiveLeak, DoesNotFireForAHundredBytesARequestBesideOtherGrowth) {
  SoakedRecord soak;
  soak.part(MemoryPart::live, linear(0, 107))
      .part(MemoryPart::free, filling(20 * kMib, 24 * kMib, 15));

  EXPECT_FALSE(soak.find(Cause::live_leak));
}

TEST(LiveLeak, FiresForTheSameAloneOverManyRequests) {
  SoakedRecord soak;
  soak.part(MemoryPart::live, linear(0, 1400));

  EXPECT_TRUE(soak.find(Cause::live_leak));
}

TEST(LeakOnAbort, FiresWhereElementsComeInTheNumberOfAbortedStreams) {
  SoakedRecord soak;
  soak.aborts(5)
      .stack(tensor_of("Writer.open"), linear(0, 40 * kKib), 200 * kKib)
      .holder("server._writers", "dict", 5, 5 * 200 * kKib);

  const auto finding = soak.find(Cause::leak_on_abort);
  ASSERT_TRUE(finding);
  EXPECT_THAT(finding->sentence, HasSubstr("200.0 KiB for each"));
  EXPECT_FALSE(soak.find(Cause::live_leak));
}

// The sample has an eighth too many blocks; the exact counters know better.
TEST(LeakOnAbort, FiresThoughTheSampleErrsInTheNumberOfBlocks) {
  SoakedRecord soak;
  soak.aborts(5)
      .stack({native_in("AbortState::on_start", "/opt/engine")}, linear(0, 15 * kKib), 67 * kKib)
      .part(MemoryPart::live, linear(0, -1.6 * kKib));

  EXPECT_THAT(soak.causes(), ElementsAre(Cause::leak_on_abort));
}

TEST(LeakOnAbort, DoesNotFireWhereElementsComeInTheNumberOfRequests) {
  SoakedRecord soak;
  soak.aborts(5)
      .stack(tensor_of("Writer.open"), linear(0, 40 * kKib), 40 * kKib)
      .holder("server._writers", "dict", 25, 25 * 40 * kKib);

  EXPECT_THAT(soak.causes(), ElementsAre(Cause::live_leak));
}

TEST(LeakOnError, FiresWhereGrowthFollowsTheFailures) {
  const auto errors = [](int cycle) { return cycle * 7 % 5; };
  SoakedRecord soak;
  soak.errors(errors).stack(
      journal(),
      [&](int cycle) {
        double sum = 0;
        for (int c = 1; c <= cycle; ++c) sum += errors(c);
        return sum * 90 * kKib;
      },
      90 * kKib);

  EXPECT_TRUE(soak.find(Cause::leak_on_error));
}

TEST(LeakOnError, DoesNotFireWhereGrowthIsTheSameWithoutFailures) {
  SoakedRecord soak;
  soak.errors([](int cycle) { return cycle * 7 % 5; })
      .stack(journal(), linear(0, 7 * kKib), 7 * kKib);

  EXPECT_THAT(soak.causes(), ElementsAre(Cause::live_leak));
}

TEST(LeakOnError, FiresWhereItComesWithRequestsThatAreRightlyRefused) {
  SoakedRecord soak;
  soak.refusals(RequestKind::unknown_voice, 5)
      .refusals(RequestKind::empty, 6)
      .stack({native_in("Report::store", "/opt/engine")}, linear(0, 8 * kKib), 40 * kKib);

  EXPECT_THAT(soak.causes(), ElementsAre(Cause::leak_on_error));
}

TEST(KeyedCache, FiresForAFunctionOfACacheThoughAnAllocatorIsAmongItsParameters) {
  SoakedRecord soak;
  soak.stack({native_in("tts::TextCache::put(std::vector<char, std::allocator<char> > const&)",
                        "/opt/engine")},
             linear(0, 12 * kKib), 12 * kKib);

  EXPECT_THAT(soak.causes(), ElementsAre(Cause::keyed_cache));
}

TEST(KeyedCache, DoesNotFireForAnAllocatorsOwnOfFreeBlocks) {
  SoakedRecord soak;
  soak.stack({native_in("c10::CachingAllocator::malloc(unsigned long)", "/opt/engine")},
             linear(0, 12 * kKib), 12 * kKib);

  EXPECT_THAT(soak.causes(), ElementsAre(Cause::live_leak));
}

TEST(KeyedCache, FiresForAnUnboundedCacheByItsName) {
  SoakedRecord soak;
  soak.fresh_texts()
      .stack(journal(), linear(0, 12 * kKib), 12 * kKib)
      .holder("tts.text.normalize", "functools._lru_cache_wrapper", 25, 25 * 12 * kKib);

  const auto finding = soak.find(Cause::keyed_cache);
  ASSERT_TRUE(finding);
  EXPECT_THAT(finding->sentence, HasSubstr("`tts.text.normalize`"));
  EXPECT_THAT(finding->experiment, HasSubstr("texts that recur"));
}

TEST(KeyedCache, DoesNotFireForACacheWithABound) {
  SoakedRecord soak;
  soak.stack(journal(), linear(0, 12 * kKib), 12 * kKib)
      .holder("tts.text.normalize", "functools._lru_cache_wrapper", 25, 25 * 12 * kKib, 4096);

  EXPECT_FALSE(soak.find(Cause::keyed_cache));
  const auto finding = soak.find(Cause::filling_cache);
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->leak);
  EXPECT_THAT(finding->sentence, HasSubstr("1,000 of at most 4,096"));
  EXPECT_THAT(finding->sentence, HasSubstr("full it takes 48.0 MiB"));
}

TEST(KeyedCache, DoesNotFireWhereOnlyACallerIsCalledSo) {
  std::vector<Frame> frames = journal();
  frames.push_back(python_line("cached_route", "/app/server.py", 7));
  SoakedRecord soak;
  soak.stack(frames, linear(0, 12 * kKib), 12 * kKib);

  EXPECT_THAT(soak.causes(), ElementsAre(Cause::live_leak));
}

TEST(FillingCache, FiresWhereGrowthSlowsDownAndALeakDoesNot) {
  SoakedRecord soak;
  soak.stack(journal(), filling(0, 30 * kMib, 14), 64 * kKib);

  const auto finding = soak.find(Cause::filling_cache);
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->leak);
  EXPECT_THAT(finding->sentence, HasSubstr("no leak so far"));
  EXPECT_FALSE(soak.find(Cause::live_leak));
}

TEST(FillingCache, IsWhatFilledEarlyAndIsFlatSince) {
  SoakedRecord soak;
  soak.stack(
      journal(), [](int c) { return std::min(c, 14) * 200 * kKib; }, 8 * kKib);

  EXPECT_FALSE(soak.find(Cause::live_leak));
}

TEST(LateLeak, FiresWhereGrowthSetInLate) {
  SoakedRecord soak;
  soak.stack(
      journal(), [](int c) { return c < 28 ? 1 * kMib : 1 * kMib + (c - 28) * kMib; }, 40 * kKib);

  const auto finding = soak.find(Cause::late_leak);
  ASSERT_TRUE(finding);
  EXPECT_FALSE(soak.find(Cause::live_leak));
  // Since then, and not on average: 1 MiB a cycle of 25 requests.
  EXPECT_NEAR(finding->bytes_per_request.value().mean, kMib / kSoakRequests, 0.05 * kMib / 25);
}

TEST(RareLeak, FiresWhereSurvivorsWereBornInFewCycles) {
  SoakedRecord soak;
  soak.stack(
      journal(), [](int c) { return std::floor(c / 4.0) * 4 * kMib; }, 4 * kMib, 4);

  const auto finding = soak.find(Cause::rare_leak);
  ASSERT_TRUE(finding);
  EXPECT_THAT(finding->sentence, HasSubstr("born in 10 of 40 cycles"));
}

TEST(Containers, ThatFillOnceAreNoCause) {
  SoakedRecord soak;
  soak.stack(journal(), constant(3 * kMib), 180).holder("tts.voices.loaded", "dict", 25, 1000);
  Report report = soak.judged();
  report.record.python.holders[0].grew = 3;

  EXPECT_FALSE(grew(report.record.python.holders[0]));
}

}  // namespace
}  // namespace ttsoak
