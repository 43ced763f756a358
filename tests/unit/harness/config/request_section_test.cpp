#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/config/pattern.h"
#include "harness/config/run_config.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Result<RunConfig> parse(const std::string& request) {
  return parse_run_config(R"({"target": {"url": "http://h"}, "request": )" + request + "}", ".");
}

std::string error_of(const std::string& request) {
  const auto config = parse(request);
  return config.ok() ? "none" : config.error().message;
}

RequestSpec spec_of(const std::string& request) {
  auto config = parse(request);
  EXPECT_TRUE(config.ok()) << config.error().message;
  return config.value().request;
}

TEST(ParsePattern, FindsWhatIsToBeFilledIn) {
  const auto pieces = parse_pattern("a ${text}${env.KEY} ${row.text}${row.n}$");
  ASSERT_TRUE(pieces.ok());
  using P = PatternPiece;
  EXPECT_THAT(pieces.value(), ElementsAre(P{Placeholder::none, "a "}, P{Placeholder::text, ""},
                                          P{Placeholder::env, "KEY"}, P{Placeholder::none, " "},
                                          P{Placeholder::text, ""}, P{Placeholder::row, "n"},
                                          P{Placeholder::none, "$"}));
}

TEST(ParsePattern, WhatItDoesNotKnowIsAnError) {
  for (const char* pattern : {"${txt}", "${env.}", "${}", "${text", "${ text}", "${saved}"}) {
    EXPECT_FALSE(parse_pattern(pattern).ok()) << pattern;
  }
}

TEST(RequestSection, StepsOneByOneOrTheOnlyOneFlat) {
  const RequestSpec steps =
      spec_of(R"({"steps": [{"path": "/a"}, {"path": "/b", "body": "${reply}"}]})");
  ASSERT_EQ(steps.steps.size(), 2U);
  EXPECT_TRUE(steps.steps[0].body.is_null()) << "only the flat form has a default body";
  const RequestSpec flat = spec_of(R"({"path": "/a"})");
  ASSERT_EQ(flat.steps.size(), 1U);
  EXPECT_EQ(flat.steps.front().body, RequestSpec::default_step().body);
}

TEST(RequestSection, TheDefaultBodyGoesWhereItDoesNotBelong) {
  EXPECT_TRUE(spec_of(R"({"method": "GET"})").steps.front().body.is_null());
  EXPECT_TRUE(spec_of(R"({"form": {"t": "${text}"}})").steps.front().body.is_null());
  EXPECT_TRUE(spec_of(R"({"multipart": {"t": "${text}"}})").steps.front().body.is_null());
}

TEST(RequestSection, TheMediaTypeFollowsHowTheAudioComes) {
  EXPECT_EQ(spec_of("{}").content_type, "audio/");
  EXPECT_EQ(spec_of(R"({"audio": {"in": "sse", "pointer": "/a"}})").content_type,
            "text/event-stream");
  EXPECT_EQ(
      spec_of(R"({"audio": {"in": "json", "pointer": "/a"}, "content_type": ""})").content_type,
      "");
}

TEST(RequestSection, WhatCannotBeIsAnErrorThatNamesThePlace) {
  EXPECT_THAT(error_of(R"({"path": "/${txt}"})"), StartsWith("request.path: ${txt} is not known"));
  EXPECT_THAT(error_of(R"({"body": {"a": ["${saved.x}"]}})"), HasSubstr("need a step before"));
  EXPECT_THAT(error_of(R"({"headers": {"A": "${nope}"}})"), StartsWith("request.headers.A: "));
  EXPECT_THAT(error_of(R"({"steps": [{"paht": "/"}]})"),
              StartsWith("request.steps[0].paht: unknown"));
  EXPECT_THAT(error_of(R"({"steps": [], "path": "/"})"), HasSubstr("1 to 16 steps"));
  EXPECT_THAT(error_of(R"({"steps": [{}], "path": "/"})"), StartsWith("request.path: does not go"));
  EXPECT_THAT(error_of(R"({"body": "x", "form": {"t": "x"}})"), HasSubstr("choose one"));
  EXPECT_THAT(error_of(R"({"audio": {"in": "sse"}})"),
              StartsWith("request.audio.pointer: missing"));
  EXPECT_THAT(error_of(R"({"audio": {"in": "tape"}})"), HasSubstr("\"wyoming\""));
  EXPECT_THAT(error_of(R"({"audio": {"in": "json", "pointer": "a"}})"), HasSubstr("JSON pointer"));
  EXPECT_THAT(error_of(R"({"multipart": {"a\"b": "x"}})"),
              StartsWith("request.multipart: expected"));
  EXPECT_THAT(error_of(R"({"save": {"x": "no pointer"}})"), StartsWith("request.save: expected"));
}

TEST(RequestSection, SurvivesTheWayThroughItsOwnJson) {
  for (
      const char* request :
      {R"({"form": {"t": "${text}"}, "query": {"a": "b"}})", R"({"method": "GET"})",
       R"({"steps": [{"path": "/a", "event": "e", "save": {"x": "/y"}}, {"multipart": {"t": "${saved.x}"}}],
            "audio": {"in": "lines", "pointer": "/a", "done": {"/d": "*"}}, "voices": {"path": ""}})"}) {
    const auto config = parse(request);
    ASSERT_TRUE(config.ok()) << config.error().message;
    const auto again = parse_run_config(to_json(config.value()).dump(), ".");
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(again.value(), config.value()) << request;
  }
}

}  // namespace
}  // namespace ttsoak
