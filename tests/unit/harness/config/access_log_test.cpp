#include "harness/config/access_log.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

std::string line(const std::string& second, const std::string& request = "POST /tts HTTP/1.1") {
  return "10.0.0.7 - - [30/Nov/2026:19:20:" + second + " +0100] \"" + request +
         "\" 200 51244 \"-\" \"python-requests/2.31\"";
}

TEST(AccessLogLine, TellsWhenAndWhat) {
  const auto parsed = parse_access_log_line(line("28"));
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->method, "POST");
  EXPECT_EQ(parsed->target, "/tts");
  EXPECT_EQ(parsed->at, 1796062828s);
}

TEST(AccessLogLine, IsNoneWithoutDateOrRequest) {
  EXPECT_FALSE(parse_access_log_line(""));
  EXPECT_FALSE(parse_access_log_line("INFO: 127.0.0.1:50706 - \"GET /health HTTP/1.1\" 200 OK"));
  EXPECT_FALSE(parse_access_log_line("a [yesterday] \"POST /tts HTTP/1.1\" 200 1"));
  EXPECT_FALSE(parse_access_log_line("a [30/Nov/2026:19:20:28 +0100] \"\" 400 0"));
  EXPECT_FALSE(parse_access_log_line("a [30/Nov/2026:19:20:28 +0100] \"POST\" 400 0"));
  EXPECT_FALSE(parse_access_log_line("a [30/Nov/2026:19:20:28 +0100] \"POST /tts"));
}

TEST(AccessLog, ReplaysItsPostRequestsByTimeSpreadOverTheirSecond) {
  const auto entries = parse_access_log({line("29"), line("28", "GET /health HTTP/1.1"), line("28"),
                                         line("29"), line("31", "POST /v2 HTTP/1.1")});
  ASSERT_TRUE(entries.ok()) << entries.error().message;
  ASSERT_EQ(entries.value().size(), 4U);
  EXPECT_EQ(entries.value()[0].at, 0s);
  EXPECT_EQ(entries.value()[1].at, 1s);
  EXPECT_EQ(entries.value()[2].at, 1500ms);
  EXPECT_EQ(entries.value()[3].at, 3s);
  EXPECT_EQ(entries.value()[3].row.at("target"), "/v2");
}

TEST(AccessLog, NamesTheLineThatIsNone) {
  const auto entries = parse_access_log({line("28"), "hello"});
  ASSERT_FALSE(entries.ok());
  EXPECT_THAT(entries.error().message, HasSubstr("line 2: no line of an access log"));
}

TEST(AccessLog, WithoutPostRequestsHasNothingToReplay) {
  const auto entries = parse_access_log({line("28", "GET /health HTTP/1.1")});
  ASSERT_FALSE(entries.ok());
  EXPECT_THAT(entries.error().message, HasSubstr("no POST request"));
}

}  // namespace
}  // namespace ttsoak
