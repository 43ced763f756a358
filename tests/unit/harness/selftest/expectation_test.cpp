#include "harness/selftest/expectation.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<Expectation> parse(const char* text) {
  return parse_expectation(nlohmann::json::parse(text));
}

std::string error_of(const char* text) {
  const auto parsed = parse(text);
  return parsed.ok() ? "no error" : parsed.error().message;
}

TEST(Expectation, HoldsWhatIsKnownOfALeak) {
  const auto parsed = parse(R"({"status": "fail", "also": ["degraded_service"], "causes": [
      {"cause": "live_leak", "culprit": "cache.h:", "bytes_per_request": 1408, "share": 0.5}]})");

  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  const Expectation& expectation = parsed.value();
  EXPECT_TRUE(expectation.is_leak());
  EXPECT_EQ(expectation.status, "fail");
  EXPECT_THAT(expectation.also, ElementsAre("degraded_service"));
  ASSERT_EQ(expectation.causes.size(), 1U);
  EXPECT_THAT(expectation.causes[0].names, ElementsAre("live_leak"));
  EXPECT_EQ(expectation.causes[0].culprit, "cache.h:");
  EXPECT_EQ(expectation.causes[0].bytes_per_request, 1408);
  EXPECT_EQ(expectation.causes[0].share, 0.5);
}

TEST(Expectation, OfAControlIsNoLeak) {
  const auto parsed = parse(
      R"({"status": "pass", "causes": [{"cause": ["warm_up", "high_water"], "leak": false}]})");

  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_FALSE(parsed.value().is_leak());
  EXPECT_THAT(parsed.value().causes[0].names, ElementsAre("warm_up", "high_water"));
}

TEST(Expectation, OfADiagnosisNamesADimension) {
  const auto parsed = parse(R"({"status": "diagnosed", "causes": [{"cause": "new_lengths"}]})");

  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_TRUE(parsed.value().is_diagnosis());
}

TEST(Expectation, ErrorsNameTheField) {
  EXPECT_THAT(error_of("[]"), HasSubstr("expect: expected an object"));
  EXPECT_THAT(error_of("{}"), HasSubstr("expect.status: missing"));
  EXPECT_THAT(error_of(R"({"status": "good"})"), HasSubstr("expect.status: expected pass, fail"));
  EXPECT_THAT(error_of(R"({"status": "pass", "cuases": []})"), HasSubstr("expect.cuases"));
  EXPECT_THAT(error_of(R"({"status": "pass", "causes": ["live_leak"]})"),
              HasSubstr("expect.causes[0]: expected an object"));
  EXPECT_THAT(error_of(R"({"status": "pass", "causes": [{}]})"),
              HasSubstr("expect.causes[0].cause: missing"));
  EXPECT_THAT(error_of(R"({"status": "pass", "causes": [{"cause": "live_leek"}]})"),
              HasSubstr("expect.causes[0].cause: expected the name of a cause"));
  EXPECT_THAT(error_of(R"({"status": "pass", "causes": [{"cause": "live_leak", "share": -1}]})"),
              HasSubstr("expect.causes[0].share: expected a number above 0"));
}

}  // namespace
}  // namespace ttsoak
