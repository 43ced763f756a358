#include "reports/render/cause_words.h"

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_report.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;

TEST(CauseWords, TellStandingAndShare) {
  Finding finding;
  finding.cause = Cause::live_leak;
  finding.share = 0.973;
  EXPECT_EQ(standing_in_words(finding), "consistent, 97.3 % of the growth");
  finding.leak = false;
  finding.share = 1.2;
  finding.evidence = EvidenceLevel::proven;
  EXPECT_EQ(standing_in_words(finding), "proven, all of the growth, no leak");
}

TEST(CauseWords, LiveHeapAndRetentionAreTwoThings) {
  EXPECT_THAT(composition_in_words(failing_report()),
              testing::ContainsRegex("live heap \\+[0-9.]+ MiB, free memory that the allocator "
                                     "keeps \\+[0-9.]+ MiB, everything else "));
  EXPECT_EQ(composition_in_words(passing_report()), "");
}

TEST(CauseWords, SayWhenAttributionIsUnreliable) {
  Report report = failing_report();
  EXPECT_EQ(unreliable_in_words(report), "");
  Composition& last = report.compositions.back();
  last.bytes.back() += 0.2 * last.rss_bytes;
  EXPECT_THAT(unreliable_in_words(report), HasSubstr("Attribution is unreliable"));
}

TEST(CauseWords, UnexplainedIsAlwaysTold) {
  Report report = failing_report();
  for (Composition& memory : report.compositions) memory.bytes.back() = 0;

  const std::vector<PartWords> parts = parts_in_words(report);
  ASSERT_FALSE(parts.empty());
  EXPECT_EQ(parts.back().words, "unexplained");
}

TEST(CauseWords, TimeToTheLimitHasBothEnds) {
  Report report = failing_report();
  ASSERT_TRUE(report.limit);
  EXPECT_THAT(limit_in_words(report), HasSubstr("of 1.00 GiB are used; full in "));
  report.limit->latest_requests.reset();
  EXPECT_THAT(limit_in_words(report), HasSubstr("and perhaps never"));
  report.limit->soonest_requests.reset();
  EXPECT_THAT(limit_in_words(report), HasSubstr("does not become more"));
}

TEST(CauseWords, NotesSayWhatCouldNotBeLookedAt) {
  Report report = failing_report();
  EXPECT_TRUE(evidence_notes(report.record).empty());
  report.record.splits.back().note = "the main arena is not contiguous";
  report.record.inventory.note = "/proc/7/fd: Permission denied";

  EXPECT_THAT(evidence_notes(report.record),
              testing::ElementsAre("The inventory: /proc/7/fd: Permission denied.",
                                   "The split of memory: the main arena is not contiguous."));
}

TEST(CauseWords, WithoutFindingsSayWhy) {
  EXPECT_THAT(no_cause_in_words(passing_report()), HasSubstr("Nothing is proven to grow"));
  EXPECT_THAT(no_cause_in_words(empty_report()), HasSubstr("too few cycles"));
  EXPECT_EQ(no_cause_in_words(failing_report()), "");
}

}  // namespace
}  // namespace ttsoak
