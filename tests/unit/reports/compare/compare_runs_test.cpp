#include "reports/compare/compare_runs.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "reports/compare/render_comparison.h"
#include "tests/unit/reports/compare/compared_runs.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;

// Runs that differ a little from each other, as runs do.
std::vector<NamedRun> side(const std::string& name, double bytes_per_request, int runs,
                           double level = 100 << 20) {
  std::vector<NamedRun> all;
  for (int i = 0; i < runs; ++i) {
    const double off = i % 2 == 0 ? 100 : -100;
    all.push_back(
        {name + std::to_string(i), straight_record(level + 1000 * off, bytes_per_request + off)});
  }
  return all;
}

RunComparison compare(const std::vector<NamedRun>& base, const std::vector<NamedRun>& changed) {
  return compare_runs(base, changed, Margins{}, false);
}

VerdictStatus status_of(const std::vector<NamedRun>& base, const std::vector<NamedRun>& changed) {
  return compare(base, changed).verdict.status;
}

TEST(CompareRuns, ALeakFailsAgainstAFixAndAFixPassesAgainstEither) {
  EXPECT_EQ(status_of(side("a", 0, 5), side("b", 64 * 1024, 5)), VerdictStatus::fail);
  EXPECT_EQ(status_of(side("a", 0, 5), side("b", 0, 5)), VerdictStatus::pass);
  EXPECT_EQ(status_of(side("a", 64 * 1024, 5), side("b", 0, 5)), VerdictStatus::pass);
}

TEST(CompareRuns, WithinTheMarginIsNoWorse) {
  EXPECT_EQ(status_of(side("a", 0, 5), side("b", 5 * 1024, 5)), VerdictStatus::pass);
  Margins tight;
  tight.growth_bytes_per_request = 2 * 1024;
  EXPECT_EQ(compare_runs(side("a", 0, 5), side("b", 5 * 1024, 5), tight, false).verdict.status,
            VerdictStatus::fail);
}

TEST(CompareRuns, OneAgainstOneDecidesNothingHoweverFarApart) {
  const RunComparison comparison = compare(side("a", 0, 1), side("b", 1 << 20, 1));

  EXPECT_EQ(comparison.verdict.status, VerdictStatus::inconclusive);
  EXPECT_THAT(comparison.verdict.sentence, HasSubstr("cannot be told from one run on a side"));
  EXPECT_EQ(status_of(side("a", 0, 1), side("b", 1 << 20, 5)), VerdictStatus::inconclusive);
}

TEST(CompareRuns, AHigherLevelFailsWithoutAnyGrowth) {
  const RunComparison comparison = compare(side("a", 0, 5), side("b", 0, 5, 130 << 20));

  EXPECT_EQ(comparison.verdict.status, VerdictStatus::fail);
  EXPECT_THAT(comparison.verdict.sentence, HasSubstr("RSS peak differs by 30.0 MiB"));
}

TEST(CompareRuns, UnlikeMachinesAreRefusedUnlessTold) {
  auto changed = side("b", 0, 5);
  changed[2].record.header.manifest["cores"] = "2";
  const RunComparison refused = compare(side("a", 0, 5), changed);

  EXPECT_EQ(refused.verdict.status, VerdictStatus::invalid);
  EXPECT_THAT(refused.verdict.sentence, HasSubstr("cores: 8 and 2 (b2)"));
  const RunComparison told = compare_runs(side("a", 0, 5), changed, Margins{}, true);
  EXPECT_EQ(told.verdict.status, VerdictStatus::pass);
  EXPECT_THAT(comparison_text(told), HasSubstr("machines differ: cores: 8 and 2"));
}

TEST(CompareRuns, UnequalWorkAndRunsThatCannotBeJudgedAreInvalid) {
  auto other_texts = side("b", 0, 5);
  for (CycleMark& cycle : other_texts[0].record.cycles) cycle.work_digest = 8;
  EXPECT_EQ(status_of(side("a", 0, 5), other_texts), VerdictStatus::invalid);
  auto failing = side("b", 0, 5);
  failing[1].record.totals.errors = 900;
  EXPECT_EQ(status_of(side("a", 0, 5), failing), VerdictStatus::invalid);
  auto going_on = side("b", 0, 5);
  going_on[1].record.complete = false;
  EXPECT_EQ(status_of(side("a", 0, 5), going_on), VerdictStatus::invalid);
  auto traced = side("b", 0, 5);
  traced[1].record.heap.troughs.emplace_back();
  EXPECT_EQ(status_of(side("a", 0, 5), traced), VerdictStatus::invalid);
}

TEST(CompareRuns, ANewServerThatDiesFailsAndABaseThatDiesIsNoMeasure) {
  auto dead = side("x", 0, 5);
  dead[0].record.events.push_back(
      {RunTime(1), EventKind::target_crashed, 0, "killed by SIGSEGV", {}});

  EXPECT_EQ(status_of(side("a", 0, 5), dead), VerdictStatus::fail);
  EXPECT_EQ(status_of(dead, side("b", 0, 5)), VerdictStatus::invalid);
}

TEST(CompareRuns, LatencyIsJudgedOnlyWhenAsked) {
  auto slow = side("b", 0, 5);
  for (NamedRun& run : slow) run.record.totals.latency_ms->p95 = 400;
  EXPECT_EQ(status_of(side("a", 0, 5), slow), VerdictStatus::pass);
  Margins margins;
  margins.latency_share = 0.2;
  EXPECT_EQ(compare_runs(side("a", 0, 5), slow, margins, false).verdict.status,
            VerdictStatus::fail);
}

TEST(CompareRuns, ShorterRunsAreComparedOverWhatAllHaveDone) {
  auto changed = side("b", 0, 5);
  changed[0].record.cycles.resize(30);

  EXPECT_EQ(compare(side("a", 0, 5), changed).requests, 750);
}

TEST(RenderComparison, JsonHoldsWhatThePageSays) {
  const auto page =
      nlohmann::json::parse(comparison_json(compare(side("a", 0, 5), side("b", 64 * 1024, 5))));

  EXPECT_EQ(page["verdict"]["exit_status"], 1);
  EXPECT_EQ(page["figures"][0]["name"], "rss_growth_per_request");
  EXPECT_NEAR(page["figures"][0]["difference"].get<double>(), 65536, 1);
  EXPECT_LT(page["figures"][0]["lower95"].get<double>(), 65536);
  EXPECT_TRUE(page["figures"][3]["margin"].is_null());
}

}  // namespace
}  // namespace ttsoak
