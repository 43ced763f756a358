#include "reports/compare/baseline.h"

#include <gmock/gmock.h>

#include "reports/verdict/judge.h"
#include "tests/unit/reports/compare/compared_runs.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;

Result<Baseline> made_of(const RunRecord& record) {
  const Report report = judge(record);
  return baseline_of(report.record, report.growth);
}

TEST(Baseline, HoldsTheFiguresOfTheRunAndWhereItWasMade) {
  const auto baseline = made_of(straight_record(100 << 20, 1024));

  ASSERT_TRUE(baseline.ok()) << baseline.error().message;
  EXPECT_EQ(baseline.value().rss_initial_bytes, 90 << 20);
  EXPECT_EQ(baseline.value().rss_after_50_bytes, (100 << 20) + 50 * 1024);
  EXPECT_EQ(baseline.value().rss_level_bytes, (100 << 20) + 1000 * 1024);
  EXPECT_EQ(baseline.value().rss_peak_bytes, (120 << 20) + 1000 * 1024);
  EXPECT_NEAR(baseline.value().growth, 1024, 10);
  EXPECT_EQ(baseline.value().machine.at("cores"), "8");
  EXPECT_EQ(baseline.value().versions.at("started"), "2026-01-01T00:00:00Z");
}

TEST(Baseline, ReadsBackAsTheSame) {
  const auto baseline = made_of(straight_record(100 << 20, 1024));
  ASSERT_TRUE(baseline.ok());
  const auto again = parse_baseline_text(baseline_text(baseline.value()));

  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again.value(), baseline.value());
}

TEST(Baseline, ARunThatCannotBeJudgedIsNoMeasure) {
  RunRecord failing = straight_record(100 << 20, 0);
  failing.totals.errors = 900;
  EXPECT_FALSE(made_of(failing).ok());
  RunRecord brief = straight_record(100 << 20, 0);
  brief.cycles.resize(1);
  EXPECT_THAT(made_of(brief).error().message, HasSubstr("fewer than 50 requests"));
}

TEST(Baseline, WhatIsMissingIsNamed) {
  std::string text = baseline_text(made_of(straight_record(100 << 20, 0)).value());
  text.replace(text.find("\"peak\""), 6, "\"peek\"");

  EXPECT_THAT(parse_baseline_text(text).error().message,
              HasSubstr("expected a number at /rss_bytes/peak"));
  for (const char* other : {"", "[]", "{}", "null", "{\"ttsoak_baseline\": 2}"}) {
    EXPECT_THAT(parse_baseline_text(other).error().message, HasSubstr("not a baseline")) << other;
  }
}

}  // namespace
}  // namespace ttsoak
