#include "reports/verdict/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ttsoak {
namespace {

using testing::HasSubstr;

// A clean run of 40 cycles of 25 requests that grows by `bytes_per_request`.
RunRecord record_with(double bytes_per_request) {
  RunRecord record;
  record.header.cycles_planned = 40;
  record.complete = true;
  record.end_reason = "completed";
  record.duration_s = 100;
  record.rss_peak_bytes = 200 << 20;
  for (int i = 1; i <= 40; ++i) {
    CycleMark cycle;
    cycle.cycle = i;
    cycle.requests = 25;
    cycle.work_digest = 7;
    // A little deterministic scatter, as any real server shows.
    cycle.trough_rss_bytes = (100 << 20) + static_cast<std::int64_t>(bytes_per_request * 25 * i) +
                             ((i * 7919) % 13) * std::int64_t{4096};
    record.cycles.push_back(cycle);
  }
  record.totals.requests = 1000;
  record.totals.ttfb_ms = Percentiles{10, 20, 30, 40, 50};
  return record;
}

VerdictStatus status_of(const RunRecord& record) { return judge(record).verdict.status; }

TEST(Judge, FlatMemoryPassesAndALeakFails) {
  EXPECT_EQ(status_of(record_with(0)), VerdictStatus::pass);
  const Report leak = judge(record_with(64 * 1024));
  EXPECT_EQ(leak.verdict.status, VerdictStatus::fail);
  EXPECT_LT(leak.growth.lower95, 64 * 1024);
  EXPECT_GT(leak.growth.upper95, 64 * 1024);
  EXPECT_THAT(leak.verdict.sentence, HasSubstr("KiB per request"));
  EXPECT_THAT(leak.verdict.sentence, HasSubstr("1,000 requests in 40 cycles"));
}

TEST(Judge, TheSameRecordGivesTheSameVerdict) {
  const Report first = judge(record_with(9000));
  const Report second = judge(record_with(9000));
  EXPECT_EQ(first.verdict.sentence, second.verdict.sentence);
  EXPECT_EQ(first.growth.rate, second.growth.rate);
}

TEST(Judge, ThreeCyclesDecideNothing) {
  RunRecord record = record_with(64 * 1024);
  record.cycles.resize(3);
  record.totals.requests = 75;
  EXPECT_EQ(status_of(record), VerdictStatus::inconclusive);
}

TEST(Judge, ACrashIsAFailureWhateverElseHappened) {
  RunRecord record = record_with(0);
  record.cycles.clear();
  record.events.push_back({RunTime(1), EventKind::target_crashed, 0, "killed by SIGSEGV", {}});
  const Report report = judge(record);
  EXPECT_EQ(report.verdict.status, VerdictStatus::fail);
  EXPECT_THAT(report.verdict.sentence, HasSubstr("SIGSEGV"));
}

TEST(Judge, AReplacedTargetMakesTheRunInvalidEvenIfItGrew) {
  RunRecord record = record_with(64 * 1024);
  record.events.push_back({RunTime(1), EventKind::target_restarted, 0, "pid 1, pid 2", {}});
  EXPECT_EQ(status_of(record), VerdictStatus::invalid);
}

TEST(Judge, UnequalWorkIsInvalid) {
  RunRecord digest = record_with(0);
  digest.cycles[5].work_digest = 8;
  EXPECT_EQ(status_of(digest), VerdictStatus::invalid);
  RunRecord count = record_with(0);
  count.cycles[5].requests = 24;
  EXPECT_EQ(status_of(count), VerdictStatus::invalid);
}

TEST(Judge, NoCyclesAreInvalidWithTheReasonTheRunEnded) {
  RunRecord record = record_with(0);
  record.cycles.clear();
  record.end_reason = "interrupted";
  const Report report = judge(record);
  EXPECT_EQ(report.verdict.status, VerdictStatus::invalid);
  EXPECT_THAT(report.verdict.sentence, HasSubstr("interrupted"));
}

TEST(Judge, ATargetThatMostlyFailsWasNotSoaked) {
  RunRecord record = record_with(0);
  record.totals.errors = 900;
  record.totals.errors_by_kind = {{"http_status", 890}, {"timeout", 10}};
  record.totals.example_by_kind = {{"http_status", "404: no such path"}};
  const Report report = judge(record);
  EXPECT_EQ(report.verdict.status, VerdictStatus::invalid);
  EXPECT_THAT(report.verdict.sentence, HasSubstr("404: no such path"));
}

TEST(Judge, SomeErrorsBreakTheErrorRate) {
  RunRecord record = record_with(0);
  record.totals.errors = 20;
  const Report report = judge(record);
  EXPECT_EQ(report.verdict.status, VerdictStatus::fail);
  EXPECT_THAT(report.verdict.sentence, HasSubstr("error_rate"));
}

TEST(Judge, PeakAndLatencyAreComparedAsTheyAre) {
  RunRecord record = record_with(0);
  record.header.thresholds.rss_peak_bytes = 150 << 20;
  EXPECT_EQ(status_of(record), VerdictStatus::fail);
  record.header.thresholds.rss_peak_bytes = 250 << 20;
  record.header.thresholds.ttfb_p95_ms = 29;
  EXPECT_EQ(status_of(record), VerdictStatus::fail);
  record.header.thresholds.ttfb_p95_ms = 31;
  EXPECT_EQ(status_of(record), VerdictStatus::pass);
}

TEST(Judge, NoLatencyIsNoPass) {
  RunRecord record = record_with(0);
  record.header.thresholds.ttfb_p95_ms = 100;
  record.totals.ttfb_ms.reset();
  EXPECT_EQ(status_of(record), VerdictStatus::inconclusive);
}

TEST(Judge, WithoutThresholdsNothingPasses) {
  RunRecord record = record_with(0);
  record.header.thresholds.rss_growth_bytes_per_request.reset();
  record.header.thresholds.error_rate.reset();
  EXPECT_EQ(status_of(record), VerdictStatus::inconclusive);
}

TEST(Judge, LongGapsInTheSamplingAreInvalid) {
  RunRecord record = record_with(0);
  record.events.push_back(
      {RunTime(1), EventKind::sampling_gap, -1, "no sample", std::chrono::seconds(4)});
  EXPECT_EQ(status_of(record), VerdictStatus::pass);
  record.events.push_back(
      {RunTime(9), EventKind::sampling_gap, -1, "no sample", std::chrono::seconds(4)});
  EXPECT_EQ(status_of(record), VerdictStatus::invalid);
}

TEST(Judge, AnInterruptedRunSaysSo) {
  RunRecord record = record_with(0);
  record.end_reason = "interrupted";
  EXPECT_THAT(judge(record).verdict.reasons.back(), HasSubstr("interrupted"));
}

TEST(Judge, TooFewCyclesShowThePlainSlopeAndNoZero) {
  RunRecord record = record_with(64 * 1024);
  record.cycles.resize(5);
  EXPECT_THAT(judge(record).thresholds.front().measured, HasSubstr("KiB so far, undecided"));
}

TEST(Judge, WhatTheTracerTakesIsNoGrowthOfTheServers) {
  RunRecord record = record_with(0);
  for (CycleMark& cycle : record.cycles) {
    const std::int64_t tracer_bytes = std::int64_t{640} * 1024 * cycle.cycle;
    cycle.trough_rss_bytes += tracer_bytes;
    HeapTrough& trough = record.heap.troughs.emplace_back();
    trough.cycle = cycle.cycle;
    trough.tracer_bytes = tracer_bytes;
    trough.live_bytes = 50 << 20;
  }
  const Report traced = judge(record);
  EXPECT_EQ(traced.verdict.status, VerdictStatus::pass);
  EXPECT_EQ(traced.live_heap.bytes.size(), 40U);
  record.heap = {};
  EXPECT_EQ(judge(record).verdict.status, VerdictStatus::fail);
}

TEST(Judge, ARecordThatEndsEarlySaysSo) {
  RunRecord record = record_with(0);
  record.complete = false;
  const Report report = judge(record);
  EXPECT_EQ(report.verdict.status, VerdictStatus::pass);
  EXPECT_THAT(report.verdict.reasons.back(), HasSubstr("has no end"));
}

}  // namespace
}  // namespace ttsoak
