#include "harness/selftest/grade.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

json cause(const std::string& name, bool leak, const std::string& sentence) {
  return {{"cause", name},
          {"leak", leak},
          {"sentence", sentence},
          {"bytes_per_request", {{"mean", 1000}, {"lower95", 900}, {"upper95", 1100}}},
          {"share_of_growth", 0.6}};
}

json report(const std::string& status, const std::vector<json>& causes) {
  return {{"verdict", {{"status", status}, {"sentence", "a sentence"}}},
          {"causes", causes},
          {"trigger", nullptr}};
}

Expectation expect(const char* text) { return parse_expectation(json::parse(text)).value(); }

const char* const kLeak = R"({"status": "fail", "causes": [
    {"cause": "live_leak", "culprit": "cache.h:", "bytes_per_request": 1000}]})";
const char* const kSound = R"({"status": "pass"})";

TEST(Grade, IsRightWhereAllIs) {
  const Grade grade = ttsoak::grade(
      expect(kLeak), report("fail", {cause("live_leak", true, "put at cache.h:3 keeps")}));

  EXPECT_TRUE(grade.right()) << grade.story;
  EXPECT_EQ(grade.found, "live_leak");
  EXPECT_EQ(grade.culprit_right, true);
  EXPECT_EQ(grade.bytes_right, true);
  EXPECT_FALSE(grade.share_right.has_value());
}

TEST(Grade, AnotherStatusIsWrong) {
  const Grade grade = ttsoak::grade(
      expect(kLeak), report("inconclusive", {cause("live_leak", true, "put at cache.h:3")}));

  EXPECT_FALSE(grade.status_right);
  EXPECT_TRUE(grade.cause_right);
  EXPECT_FALSE(grade.right());
}

TEST(Grade, AnotherCulpritIsWrongAndShown) {
  const Grade grade =
      ttsoak::grade(expect(kLeak), report("fail", {cause("live_leak", true, "put at other.h:3")}));

  EXPECT_EQ(grade.culprit_right, false);
  EXPECT_THAT(grade.story, HasSubstr("does not name cache.h:: put at other.h:3"));
}

TEST(Grade, ALeakThatIsNotThereIsWrong) {
  const Grade grade =
      ttsoak::grade(expect(kLeak), report("fail", {cause("live_leak", true, "put at cache.h:3"),
                                                   cause("fd_leak", true, "pipes")}));

  EXPECT_FALSE(grade.cause_right);
  EXPECT_EQ(grade.found, "fd_leak+live_leak");
}

TEST(Grade, ALeakThatMayBeFoundAsWellIsNot) {
  const Grade grade = ttsoak::grade(
      expect(R"({"status": "fail", "causes": [{"cause": "live_leak"}], "also": ["fd_leak"]})"),
      report("fail", {cause("live_leak", true, "put"), cause("fd_leak", true, "pipes")}));

  EXPECT_TRUE(grade.right()) << grade.story;
  EXPECT_EQ(grade.found, "live_leak");
}

TEST(Grade, AControlMayBeSoundInAnyWay) {
  EXPECT_TRUE(
      ttsoak::grade(expect(kSound), report("pass", {cause("warm_up", false, "rose")})).right());
  EXPECT_TRUE(ttsoak::grade(expect(kSound), report("pass", {})).right());
}

TEST(Grade, AControlThatIsCalledALeakIsWrong) {
  const Grade grade =
      ttsoak::grade(expect(kSound), report("pass", {cause("live_leak", true, "put")}));

  EXPECT_TRUE(grade.called_leak);
  EXPECT_FALSE(grade.right());
}

TEST(Grade, AnUnexplainedRestIsWrongOnlyBeyondTheBudget) {
  const std::vector<json> rest = {cause("unknown", true, "2 MiB are not explained")};
  EXPECT_TRUE(ttsoak::grade(expect(kSound), report("pass", rest)).right());

  const Grade grade = ttsoak::grade(expect(kSound), report("inconclusive", rest));
  EXPECT_FALSE(grade.cause_right);
  EXPECT_FALSE(grade.called_leak);
}

TEST(Grade, BytesFarOutsideTheIntervalAreWrong) {
  const char* const text = R"({"status": "fail", "causes": [
      {"cause": "live_leak", "bytes_per_request": BYTES}]})";
  const auto right = [&](const std::string& bytes) {
    std::string expectation = text;
    expectation.replace(expectation.find("BYTES"), 5, bytes);
    return ttsoak::grade(expect(expectation.c_str()),
                         report("fail", {cause("live_leak", true, "put")}))
        .bytes_right;
  };

  EXPECT_EQ(right("1150"), true);  // 95 % is not all
  EXPECT_EQ(right("2000"), false);
  EXPECT_EQ(right("400"), false);
}

TEST(Grade, ShareOfGrowthHasToBeAboutRight) {
  const std::vector<json> causes = {cause("live_leak", true, "put")};
  const auto right = [&](const char* text) {
    return ttsoak::grade(expect(text), report("fail", causes)).share_right;
  };

  EXPECT_EQ(right(R"({"status": "fail", "causes": [{"cause": "live_leak", "share": 0.65}]})"),
            true);
  EXPECT_EQ(right(R"({"status": "fail", "causes": [{"cause": "live_leak", "share": 0.3}]})"),
            false);
}

TEST(Grade, ADiagnosisIsGradedByWhatGrows) {
  json diagnosed = report("inconclusive", {});
  const auto effect = [](const char* dimension, bool grows) -> json {
    return {{"dimension", dimension},
            {"grows", grows},
            {"bytes_per_unit", 96000},
            {"low", 95000},
            {"high", 99000}};
  };
  diagnosed["trigger"] = {{"sentence", "It grows by 96 KiB for every length"},
                          {"effects", {effect("voices", false), effect("new_lengths", true)}}};
  const Expectation expectation = expect(R"({"status": "diagnosed", "causes": [
      {"cause": "new_lengths", "culprit": "every length", "bytes_per_request": 98000}]})");

  EXPECT_TRUE(ttsoak::grade(expectation, diagnosed).right());
  diagnosed["trigger"]["effects"][0]["grows"] = true;
  EXPECT_FALSE(ttsoak::grade(expectation, diagnosed).right());
}

TEST(Grade, AStalledMachineIsNoVerdictOnTheTarget) {
  json stalled = report("invalid", {});
  stalled["verdict"]["sentence"] = "INVALID: nothing was sampled: the machine was stalled";

  EXPECT_TRUE(ttsoak::grade(expect(kSound), stalled).stalled);
  EXPECT_FALSE(ttsoak::grade(expect(kSound), report("invalid", {})).stalled);
}

}  // namespace
}  // namespace ttsoak
