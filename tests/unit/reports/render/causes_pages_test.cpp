#include <nlohmann/json.hpp>

#include "gmock/gmock.h"
#include "reports/render/console.h"
#include "reports/render/html.h"
#include "reports/render/json.h"
#include "reports/render/markdown.h"
#include "tests/unit/reports/render/sample_report.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CausesOnConsole, AreTheFirstThingSaidAboutMemory) {
  const std::string text = render_console(failing_report(), false);

  EXPECT_THAT(text, testing::ContainsRegex("causes +1\\. keyed cache \\(consistent, [0-9.]+ % of"));
  EXPECT_THAT(text, HasSubstr("`voices.VoiceCache._tensors`"));
  EXPECT_THAT(text, HasSubstr("temp files (proven)"));
  EXPECT_THAT(text,
              testing::ContainsRegex("blocks in use +\\+[0-9.]+ MiB +####################\n"));
  EXPECT_THAT(text, HasSubstr("unexplained"));
  EXPECT_THAT(text, HasSubstr("limit"));
}

TEST(CausesOnConsole, TextFromTheTargetCannotControlTheTerminal) {
  Report report = failing_report();
  report.findings[0].sentence = "\x1b[2J";

  EXPECT_THAT(render_console(report, false), Not(HasSubstr("\x1b")));
}

TEST(CausesInHtml, AreEscapedAndComplete) {
  Report report = failing_report();
  report.things[0].name = "<script>alert(1)</script>";
  const std::string page = render_html(report);

  EXPECT_THAT(page, HasSubstr("<h2 id=\"h-causes\">Why</h2>"));
  EXPECT_THAT(page, HasSubstr("<code>voices.VoiceCache._tensors</code>"));
  EXPECT_THAT(page, HasSubstr("<polygon class=\"part-live\""));
  EXPECT_THAT(page, HasSubstr("str &lt;b&gt; -&gt; torch.Tensor"));
  EXPECT_THAT(page, HasSubstr("malloc_trim after cycle 40"));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
}

TEST(CausesInHtml, LeaveOutWhatWasNotLookedAt) {
  const std::string page = render_html(passing_report());

  EXPECT_THAT(page, HasSubstr("Nothing is proven to grow"));
  for (const char* id : {"h-composition", "h-holders", "h-things", "h-experiments"}) {
    EXPECT_THAT(page, Not(HasSubstr("<h2 id=\"" + std::string(id)))) << id;
  }
}

TEST(CausesInMarkdown, AreListedWithTheTables) {
  const std::string text = render_markdown(failing_report());

  EXPECT_THAT(text, HasSubstr("### Why\n\n1. **keyed cache** (consistent, "));
  EXPECT_THAT(text, HasSubstr("### Where memory is"));
  EXPECT_THAT(text, HasSubstr("voices.VoiceCache._tensors ` | dict | 25 to 1,000 |"));
  EXPECT_THAT(text, HasSubstr("### Experiments"));
}

TEST(CausesInJson, HoldEveryFigure) {
  const auto page = nlohmann::json::parse(render_json(failing_report()));

  ASSERT_FALSE(page["causes"].empty());
  const auto& first = page["causes"][0];
  EXPECT_EQ(first["cause"], "keyed_cache");
  EXPECT_EQ(first["evidence"], "consistent");
  EXPECT_GT(first["share_of_growth"], 0.5);
  EXPECT_LT(first["bytes_per_request"]["lower95"], first["bytes_per_request"]["mean"]);
  EXPECT_EQ(page["composition"]["troughs"].size(), 41U);
  EXPECT_EQ(page["composition"]["reliable"], true);
  EXPECT_EQ(page["things"][0]["kind"], "temp_file");
  EXPECT_EQ(page["experiments"][0]["predicted_bytes"], 16357786);
  EXPECT_EQ(page["python"]["holders"][0]["bound"], nullptr);
  EXPECT_EQ(page["memory_limit"]["limit_bytes"], 1 << 30);
}

TEST(CausesInJson, AreEmptyWhereNothingWasLookedAt) {
  const auto page = nlohmann::json::parse(render_json(empty_report()));

  EXPECT_TRUE(page["causes"].empty());
  EXPECT_TRUE(page["composition"]["troughs"].empty());
  EXPECT_TRUE(page["memory_limit"].is_null());
}

}  // namespace
}  // namespace ttsoak
