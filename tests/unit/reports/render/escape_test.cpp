#include "reports/render/escape.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

TEST(EscapeHtml, LeavesNoMarkupInTextOrAttributes) {
  EXPECT_EQ(escape_html(R"(<a href="x" b='y'>&)"),
            "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;");
}

TEST(EscapeHtml, LeavesWordsOfAnyLanguageAlone) {
  EXPECT_EQ(escape_html("Grüße, 東京"), "Grüße, 東京");
}

TEST(EscapeXml, WhatXmlCannotHoldIsReplaced) {
  EXPECT_EQ(escape_xml("a\x1b\x7f\xff"
                       "b\xed\xa0\x80"),
            "a\xEF\xBF\xBD\x7f\xEF\xBF\xBD"
            "b\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(escape_xml("<a b=\"c\">\n"), "&lt;a b=&quot;c&quot;&gt;&#10;");
  EXPECT_EQ(escape_xml("Grüße, 東京 \xf0\x9f\x98\x80"), "Grüße, 東京 \xf0\x9f\x98\x80");
}

TEST(EscapeMarkdown, TurnsMarkupLinksAndTableBarsIntoText) {
  EXPECT_EQ(escape_markdown("*a* | [b](c) <i>\n# d"), "\\*a\\* \\| \\[b\\](c) &lt;i&gt; \\# d");
}

TEST(MarkdownCode, FenceIsLongerThanAnyInside) {
  EXPECT_EQ(markdown_code("a ``b`` c"), "``` a ``b`` c ```");
  EXPECT_EQ(markdown_code("`"), "`` ` ``");
}

TEST(MarkdownCode, ABarDoesNotEndTheTableCell) { EXPECT_EQ(markdown_code("a|b"), "` a\\|b `"); }

TEST(MarkdownCode, NothingIsNotAnEmptySpan) { EXPECT_EQ(markdown_code(" \n"), ""); }

TEST(EscapeTerminal, EscapeSequencesDoNotReachTheTerminal) {
  const std::string escaped = escape_terminal(
      "\x1b[2Jgone\r\n\xC2\x9B"
      "31m\x7f");

  EXPECT_EQ(escaped, "?[2Jgone???31m?");
}

TEST(EscapeTerminal, LeavesWordsOfAnyLanguageAlone) {
  EXPECT_EQ(escape_terminal("Grüße, 東京"), "Grüße, 東京");
}

TEST(JsonForScript, HoldsNoTagButTheSameValue) {
  EXPECT_EQ(json_for_script(R"({"a":"</script><!--"})"), R"({"a":"\u003c/script>\u003c!--"})");
}

}  // namespace
}  // namespace ttsoak
