#include "reports/render/console.h"

#include <limits>

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_report.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(RenderConsole, StartsWithTheVerdictAndItsSentence) {
  EXPECT_THAT(render_console(failing_report(), false),
              StartsWith("\nFAIL  Memory grows by 41.2 KiB per request"));
}

TEST(RenderConsole, DoesNotSayTheStatusOrTheDecidingReasonTwice) {
  const std::string text = render_console(failing_report(), false);

  EXPECT_THAT(text, Not(HasSubstr("FAIL:")));
  EXPECT_EQ(text.find("emory grows by"), text.rfind("emory grows by"));
  EXPECT_THAT(text, HasSubstr("- The 95 % interval, 37.9"));
}

TEST(RenderConsole, TellsLatencyFirstByteAndRealTimeFactor) {
  const std::string text = render_console(passing_report(), false);
  EXPECT_THAT(text, HasSubstr("latency"));
  EXPECT_THAT(text, HasSubstr("TTFB"));
  EXPECT_THAT(text, HasSubstr("p50 0.19, p95 0.27, max 0.52 (real-time factor)"));
}

TEST(RenderConsole, SaysWhatWasMeasuredAgainstWhichLimit) {
  const std::string text = render_console(failing_report(), false);

  EXPECT_THAT(text, testing::ContainsRegex(
                        "RSS growth per request +10.0 KiB +41.2 KiB \\[37.9, 44.5\\] +FAIL"));
  EXPECT_THAT(text, HasSubstr("41.2 KiB per request, 95 % interval 37.9 KiB to 44.5 KiB"));
  EXPECT_THAT(text, HasSubstr("1,000 requests in 40 of 40 planned cycles, 25 each, 2 at a time"));
  EXPECT_THAT(text, HasSubstr("4 of 1,000 (0.40 %)"));
  EXPECT_THAT(text, HasSubstr("p50 613 ms, p95 1.09 s, p99 1.50 s, max 2.21 s"));
}

TEST(RenderConsole, NamesTheLinesThatGrow) {
  const std::string text = render_console(failing_report(), false);

  EXPECT_THAT(text, HasSubstr("1. VoiceCache.put at /opt/tts/voices.py:41 (in libtorch_cpu.so)\n"));
  EXPECT_THAT(text, HasSubstr("in 1,077 blocks now, born in every cycle since 3\n"));
  EXPECT_THAT(text, HasSubstr("last 450.5 MiB; the tracer itself: 2.9 MiB, not counted"));
}

TEST(RenderConsole, ShowsFiveStacksAndCountsTheOthers) {
  Report report = failing_report();
  report.ledger.growing.assign(8, report.ledger.growing[0]);
  const std::string text = render_console(report, false);

  EXPECT_THAT(text, HasSubstr("5. VoiceCache.put"));
  EXPECT_THAT(text, Not(HasSubstr("6. VoiceCache.put")));
  EXPECT_THAT(text, HasSubstr("and 3 more"));
}

TEST(RenderConsole, WithoutTheTracerSaysHowToLoadIt) {
  EXPECT_THAT(render_console(passing_report(), false),
              HasSubstr("start it with LD_PRELOAD=libttsoak_tracer.so"));
}

TEST(RenderConsole, ColoursOnlyWhenAsked) {
  EXPECT_THAT(render_console(failing_report(), false), Not(HasSubstr("\x1b")));
  EXPECT_THAT(render_console(failing_report(), true), HasSubstr("\x1b[1;31mFAIL\x1b[0m"));
}

TEST(RenderConsole, TextFromTheRecordCannotControlTheTerminal) {
  Report report = failing_report();
  report.record.processes[1].info.command = "evil \x1b[2J\x1b]0;title\x07";
  report.verdict.reasons.emplace_back("\x1b[31mred");
  for (StackSeries& stack : report.record.heap.stacks) {
    for (Frame& frame : stack.stack.frames) frame.function = "\x1b[2J";
  }
  report.thresholds[0].measured = "\x1b[8m";

  EXPECT_THAT(render_console(report, false), Not(HasSubstr("\x1b")));
}

TEST(RenderConsole, AnEmptyRunIsSaidInWords) {
  const std::string text = render_console(empty_report(), false);

  EXPECT_THAT(text, StartsWith("\nINVALID  No cycle finished"));
  EXPECT_THAT(text, HasSubstr("not known"));
  EXPECT_THAT(text, HasSubstr("no request succeeded"));
  EXPECT_THAT(text, HasSubstr("the record is not complete"));
}

TEST(RenderConsole, WhatIsNotFiniteIsNotPrintedAsANumber) {
  Report report = failing_report();
  report.growth.rate = std::numeric_limits<double>::quiet_NaN();
  report.growth.upper95 = std::numeric_limits<double>::infinity();
  const std::string text = render_console(report, false);

  EXPECT_THAT(text, HasSubstr("n/a"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
  EXPECT_THAT(text, Not(HasSubstr("inf")));
}

}  // namespace
}  // namespace ttsoak
