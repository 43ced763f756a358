#include "reports/render/json.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_report.h"

namespace ttsoak {
namespace {

using nlohmann::json;

TEST(RenderJson, HoldsEveryTroughWithItsCycleAndRequests) {
  const Report report = failing_report();
  const json page = json::parse(render_json(report));

  ASSERT_EQ(page["troughs"].size(), 40U);
  const json& last = page["troughs"].back();
  EXPECT_EQ(last["cycle"], 40);
  EXPECT_EQ(last["requests"], 25);
  EXPECT_EQ(last["requests_so_far"], 1000);
  EXPECT_EQ(last["trough_rss_bytes"], report.record.cycles.back().trough_rss_bytes);
  EXPECT_EQ(last["quiesce_end"], "steady");
  EXPECT_EQ(last["lifetime"], 0);
  EXPECT_EQ(page["troughs"][16]["quiesce_end"], "limit");
}

TEST(RenderJson, HoldsVerdictThresholdsAndGrowth) {
  const json page = json::parse(render_json(failing_report()));

  EXPECT_EQ(page["schema_version"], 3);
  EXPECT_EQ(page["verdict"]["status"], "fail");
  EXPECT_EQ(page["verdict"]["exit_status"], 1);
  EXPECT_EQ(page["verdict"]["reasons"].size(), 3U);
  EXPECT_EQ(page["thresholds"][0]["metric"], "rss_growth_per_request");
  EXPECT_DOUBLE_EQ(page["growth"]["bytes_per_request"], 41.2 * 1024);
  EXPECT_EQ(page["growth"]["decision"], "fail");
  EXPECT_EQ(page["growth"]["shape"], "linear");
}

TEST(RenderJson, HoldsTotalsProcessesEventsAndManifest) {
  const json page = json::parse(render_json(failing_report()));

  EXPECT_EQ(page["totals"]["errors"], 4);
  EXPECT_EQ(page["totals"]["errors_by_kind"][1]["kind"], "timeout");
  EXPECT_EQ(page["totals"]["errors_by_kind"][1]["count"], 3);
  EXPECT_EQ(page["latency_ms"]["p95"], 1086);
  EXPECT_EQ(page["processes"][0]["role"], "ttsoak");
  EXPECT_EQ(page["processes"][2]["last_resources"]["fds_file"], 17);
  EXPECT_EQ(page["events"][1]["kind"], "look");
  EXPECT_EQ(page["events"][1]["process"], nullptr);
  EXPECT_EQ(page["manifest"]["libc"], "glibc 2.36");
}

TEST(RenderJson, HoldsGrowingStacksWithTheirFrames) {
  const Report report = failing_report();
  const json heap = json::parse(render_json(report))["heap"];

  EXPECT_EQ(heap["growth_is_exact"], true);
  EXPECT_DOUBLE_EQ(heap["growth"]["bytes_per_request"], report.ledger.whole->mean);
  EXPECT_EQ(heap["troughs"].size(), 41U);
  EXPECT_EQ(heap["processes"][0]["sample_mean_bytes"], 65536);
  ASSERT_EQ(heap["growing"].size(), report.ledger.growing.size());
  const json& first = heap["growing"][0];
  EXPECT_EQ(first["owner"], "VoiceCache.put at /opt/tts/voices.py:41");
  EXPECT_DOUBLE_EQ(first["growth"]["bytes_per_request_lower95"],
                   report.ledger.growing[0].rate.lower95);
  EXPECT_EQ(first["frames"].size(), 12U);
  EXPECT_EQ(first["frames"][2]["kind"], "inlined");
  EXPECT_EQ(first["frames"][4]["line"], 41);
  EXPECT_EQ(first["survivors"][0]["born_cycle"], 3);
}

TEST(RenderJson, WithoutTheTracerTheHeapIsNull) {
  EXPECT_TRUE(json::parse(render_json(passing_report()))["heap"].is_null());
}

TEST(RenderJson, WhatWasNotMeasuredIsNullAndNotZero) {
  const json page = json::parse(render_json(empty_report()));

  EXPECT_TRUE(page["latency_ms"].is_null());
  EXPECT_TRUE(page["growth"]["bytes_per_request"].is_null());
  EXPECT_TRUE(page["troughs"].empty());
}

TEST(RenderJson, NumbersThatAreNotFiniteAreNull) {
  Report report = failing_report();
  report.growth.rate = std::numeric_limits<double>::quiet_NaN();
  report.growth.upper95 = std::numeric_limits<double>::infinity();
  report.record.totals.ttfb_ms->p99 = std::numeric_limits<double>::quiet_NaN();
  const json page = json::parse(render_json(report));

  EXPECT_TRUE(page["growth"]["bytes_per_request"].is_null());
  EXPECT_TRUE(page["growth"]["bytes_per_request_upper95"].is_null());
  EXPECT_TRUE(page["ttfb_ms"]["p99"].is_null());
}

TEST(RenderJson, BytesThatAreNotUtf8DoNotStopIt) {
  Report report = failing_report();
  report.record.processes[1].info.command = "bad \xFF byte";

  EXPECT_EQ(json::parse(render_json(report))["processes"][1]["command"], "bad \xEF\xBF\xBD byte");
}

}  // namespace
}  // namespace ttsoak
