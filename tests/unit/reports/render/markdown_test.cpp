#include "reports/render/markdown.h"

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_report.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(RenderMarkdown, SaysTheVerdictAndTheThresholds) {
  const std::string text = render_markdown(failing_report());

  EXPECT_THAT(text, HasSubstr("FAIL: kokoro nightly"));
  EXPECT_THAT(text, HasSubstr("**Memory grows by 41.2 KiB per request"));
  EXPECT_THAT(text, HasSubstr("| RSS growth per request | 10.0 KiB | 41.2 KiB \\[37.9, 44.5\\] |"));
}

TEST(RenderMarkdown, ShowsWhatGrows) {
  const std::string text = render_markdown(failing_report());

  EXPECT_THAT(text, HasSubstr("### What grows"));
  EXPECT_THAT(text,
              HasSubstr("| ` VoiceCache.put at /opt/tts/voices.py:41 ` in libtorch\\_cpu.so |"));
  EXPECT_THAT(text, HasSubstr("1. ` posix_memalign in libc.so.6 `"));
  EXPECT_THAT(text, HasSubstr("450.5 MiB; the tracer itself: 2.9 MiB, not counted |"));
  EXPECT_THAT(render_markdown(passing_report()), HasSubstr("The tracer was not loaded"));
}

TEST(RenderMarkdown, HostileTextStaysInItsCell) {
  Report report = failing_report();
  report.record.header.name = "<img src=x onerror=alert(1)>";
  report.record.processes[1].info.command = "a | b ` c\n| d |";
  report.record.header.manifest["k|ey"] = "</details><script>";
  const std::string text = render_markdown(report);

  EXPECT_THAT(text, HasSubstr("&lt;img src=x"));
  EXPECT_THAT(text, HasSubstr("| `` a \\| b ` c \\| d \\| `` |"));
  EXPECT_THAT(text, HasSubstr("k\\|ey"));
  EXPECT_THAT(text, Not(HasSubstr("<img")));
}

TEST(RenderMarkdown, ALongListIsCutAndSaysSo) {
  Report report = failing_report();
  report.record.events.assign(25, Event{});

  EXPECT_THAT(render_markdown(report), HasSubstr("and 5 more."));
}

TEST(RenderMarkdown, AnEmptyRunIsSaidInWords) {
  const std::string text = render_markdown(empty_report());

  EXPECT_THAT(text, HasSubstr("INVALID: interrupted"));
  EXPECT_THAT(text, HasSubstr("No process was seen."));
  EXPECT_THAT(text, HasSubstr("No request succeeded"));
}

}  // namespace
}  // namespace ttsoak
