#include "reports/render/html.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <regex>

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_report.h"

namespace ttsoak {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// The page up to its scripts, with plain spaces for those that hold a figure and its unit together.
std::string body_of(const std::string& page) {
  const std::string body =
      page.substr(page.find("<body>"), page.find("<script") - page.find("<body>"));
  return std::regex_replace(body, std::regex("\xC2\xA0"), " ");
}

std::string data_of(const std::string& page) {
  const std::string open = R"(<script type="application/json" id="soak-data">)";
  const std::size_t start = page.find(open) + open.size();
  return page.substr(start, page.find("</script>", start) - start);
}

TEST(RenderHtml, SaysStatusSentenceReasonsAndGrowthInWords) {
  const std::string body = body_of(render_html(failing_report()));

  EXPECT_THAT(body, HasSubstr("FAIL"));
  EXPECT_THAT(body, HasSubstr("Memory grows by 41.2 KiB per request, four times the budget"));
  EXPECT_THAT(body, HasSubstr("lies above the budget as a whole."));
  EXPECT_THAT(body, HasSubstr("Growth 41.2 KiB per request, 95 % interval 37.9 KiB to 44.5 KiB; "
                              "the chance that it exceeds the budget of 10.0 KiB per request is"));
  EXPECT_THAT(body, HasSubstr("After 2 cycles RSS was still moving at the time limit"));
}

TEST(RenderHtml, EveryStatusHasItsWordInTheBanner) {
  EXPECT_THAT(render_html(passing_report()), HasSubstr("verdict pass"));
  EXPECT_THAT(render_html(inconclusive_report()), HasSubstr("verdict inconclusive"));
  EXPECT_THAT(render_html(invalid_report()), HasSubstr("verdict invalid"));
}

TEST(RenderHtml, OwnProcessIsSetApart) {
  const std::string body = body_of(render_html(failing_report()));

  EXPECT_LT(body.find("uvicorn", body.find("id=\"h-processes\"")), body.find("What watching cost"));
  EXPECT_LT(body.find("What watching cost"), body.find("ttsoak run --config"));
}

TEST(RenderHtml, ShowsWhatGrowsWithItsWholeStack) {
  const std::string body = body_of(render_html(failing_report()));
  const std::string heap = body.substr(body.find("id=\"h-heap\""));

  EXPECT_THAT(heap, HasSubstr("3 call stacks explain"));
  EXPECT_LT(heap.find("VoiceCache.put at /opt/tts/voices.py:41"), heap.find("Journal.remember"));
  EXPECT_THAT(heap, HasSubstr("<b>VoiceCache.put at /opt/tts/voices.py:41</b>"));
  EXPECT_THAT(heap, HasSubstr("c10::alloc_cpu(unsigned long) in libc10.so"));
  EXPECT_THAT(heap, HasSubstr("born in every cycle since 3"));
  EXPECT_THAT(heap, HasSubstr("slows down, as a filling cache does"));
  EXPECT_THAT(heap, HasSubstr("1 more that may or may not grow"));
  EXPECT_THAT(heap, HasSubstr("one sample in 64.0 KiB"));
  EXPECT_THAT(body, HasSubstr("the tracer itself: 2.9 MiB, not counted"));
}

TEST(RenderHtml, WithoutTheTracerSaysHowToLoadIt) {
  const std::string body = body_of(render_html(passing_report()));

  EXPECT_THAT(body, HasSubstr("The tracer was not loaded"));
  EXPECT_THAT(body, HasSubstr("LD_PRELOAD=libttsoak_tracer.so"));
  EXPECT_THAT(body, Not(HasSubstr("the tracer itself")));
}

TEST(RenderHtml, DrawsTheExactLiveHeapIfThereIsOne) {
  const Report report = failing_report();
  const json with = json::parse(data_of(render_html(report)));
  const json without = json::parse(data_of(render_html(passing_report())));

  ASSERT_EQ(with["live_heap"].size(), 40U);
  EXPECT_NEAR(with["live_heap"][39][1], report.live_heap.bytes[39] / (1024 * 1024), 0.001);
  EXPECT_TRUE(without["live_heap"].empty());
}

TEST(RenderHtml, LoadsNothingFromAnywhere) {
  const std::string page = render_html(failing_report());

  EXPECT_FALSE(std::regex_search(
      body_of(page) + page.substr(0, page.find("<body>")),
      std::regex(R"re((src|href|action|data|poster)\s*=\s*|url\(|@import|<link|<iframe)re")))
      << "something in the page asks for a resource";
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("sourceMappingURL=http")));
}

TEST(RenderHtml, TextOfTheRecordIsNeverMarkup) {
  const std::string evil = "</script><script>alert(1)</script><img src=x onerror='alert(2)'>\"";
  Report report = failing_report();
  report.record.header.name = evil;
  report.record.header.manifest[evil] = evil;
  report.record.header.manifest["target.command"] = evil;
  report.record.processes[1].info.command = evil;
  report.record.events[0].detail = evil;
  report.record.end_reason = evil;
  report.record.totals.errors_by_kind[evil] = 1;
  report.record.totals.example_by_kind[evil] = evil;
  report.verdict.sentence = evil;
  report.verdict.reasons = {evil + "!"};
  report.growth.why = evil;
  for (StackSeries& stack : report.record.heap.stacks) {
    for (Frame& frame : stack.stack.frames) frame.function = frame.file = frame.module = evil;
  }
  report.record.heap.processes[0].newest.note = evil;
  report.thresholds[0].metric = evil;
  report.thresholds[0].measured = evil;
  report.thresholds[0].limit = evil;
  const std::string page = render_html(report);

  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("&lt;/script&gt;&lt;script&gt;alert(1)"));
}

TEST(RenderHtml, TextThatLooksLikeATemplateStaysText) {
  Report report = failing_report();
  report.record.header.name = "{{data}}";

  EXPECT_THAT(render_html(report), HasSubstr("<h1>{{data}}</h1>"));
}

TEST(RenderHtml, ChartsHoldTroughsFitBudgetAndPeak) {
  const Report report = failing_report();
  const json data = json::parse(data_of(render_html(report)));

  ASSERT_EQ(data["troughs"].size(), 40U);
  EXPECT_EQ(data["troughs"][39][0], 1000);
  EXPECT_NEAR(data["troughs"][39][1], report.troughs.bytes[39] / (1024 * 1024), 0.001);
  EXPECT_EQ(data["troughs"][16][3], 1) << "the quiesce of cycle 17 ran into its limit";
  EXPECT_EQ(data["warmup_end"], 112.5);
  EXPECT_NEAR(data["budget_mib_per_request"], 10.0 / 1024, 1e-9);
  EXPECT_EQ(data["fit"].size(), report.growth.fit_bytes.size());
  EXPECT_EQ(data["rss"]["points"].size(), report.record.rss.size());
  EXPECT_EQ(data["latency"].size(), 40U);
}

TEST(RenderHtml, WhatIsNotFiniteIsNullInChartsAndUnknownInWords) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Report report = failing_report();
  report.growth.rate = nan;
  report.growth.chance_over_budget = nan;
  report.growth.fit_bytes[0] = nan;
  report.troughs.bytes[3] = std::numeric_limits<double>::infinity();
  report.troughs.requests[5] = nan;
  report.record.cycle_latency[0].p50_ms = nan;
  const std::string page = render_html(report);
  const json data = json::parse(data_of(page));

  EXPECT_TRUE(data["troughs"][3][1].is_null());
  EXPECT_TRUE(data["troughs"][5][0].is_null());
  EXPECT_TRUE(data["fit"][0][1].is_null());
  EXPECT_TRUE(data["latency"][0][1].is_null());
  EXPECT_THAT(body_of(page), HasSubstr("Growth n/a"));
}

TEST(RenderHtml, AnEmptyRunSaysWhatIsMissingInsteadOfDrawingIt) {
  const std::string body = body_of(render_html(empty_report()));

  EXPECT_THAT(body, HasSubstr("No cycle finished, so there is no trough to draw."));
  EXPECT_THAT(body, HasSubstr("No sample of resident memory was recorded."));
  EXPECT_THAT(body, HasSubstr("No request succeeded in a finished cycle"));
  EXPECT_THAT(body, HasSubstr("No thresholds were set"));
  EXPECT_THAT(body, HasSubstr("No process was seen."));
  EXPECT_THAT(body, Not(HasSubstr("<figure>")));
}

}  // namespace
}  // namespace ttsoak
