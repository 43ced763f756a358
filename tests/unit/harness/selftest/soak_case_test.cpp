#include "harness/selftest/soak_case.h"

#include <algorithm>

#include "gmock/gmock.h"
#include "reference_engine/faults/fault_table.h"

namespace ttsoak {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string text_of(const SoakCase& soak_case) { return soak_case.config["target"].dump(); }

std::vector<SoakCase> cases() {
  auto read = built_in_cases();
  if (!read.ok()) abort_with(read.error().message.c_str());
  return std::move(read).value();
}

TEST(SoakCase, ThereIsOneForEachFault) {
  const std::vector<SoakCase> all = cases();
  for (const FaultEntry& fault : fault_table()) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const SoakCase& one) {
      return one.name == fault.name && text_of(one).find(fault.name) != std::string::npos;
    });
    ASSERT_NE(found, all.end()) << fault.name;
    EXPECT_EQ(found->expect.is_leak(), fault.is_leak) << fault.name;
  }
}

TEST(SoakCase, NamesWhoIsToBlameForEveryLeak) {
  for (const SoakCase& one : cases()) {
    for (const ExpectedCause& cause : one.expect.causes) {
      if (!cause.leak || cause.names[0] == "degraded_service") continue;
      EXPECT_NE(cause.culprit, "") << one.name;
    }
  }
}

TEST(SoakCase, ServerGetsThisProgramAndThisPort) {
  const auto parsed = parse_soak_case("one", R"({
    "target": {"url": "http://127.0.0.1:8880", "launch": ["ttsoak", "--port", "8880", "x=1"]},
    "workload": {"seed": 1}, "expect": {"status": "pass"}})");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;

  const nlohmann::json config = config_for(parsed.value(), 7, "/bin/other", 1234);

  EXPECT_EQ(config["target"]["url"], "http://127.0.0.1:1234");
  EXPECT_THAT(config["target"]["launch"], ElementsAre("/bin/other", "--port", "1234", "x=1"));
  EXPECT_EQ(config["workload"]["seed"], 7);
  EXPECT_FALSE(config.contains("expect"));
}

TEST(SoakCase, WithoutAnExpectationIsAnError) {
  const auto parsed = parse_soak_case("one", R"({"target": {"in_process": true}})");

  ASSERT_FALSE(parsed.ok());
  EXPECT_THAT(parsed.error().message, HasSubstr("one: no part \"expect\""));
}

TEST(SoakCase, ThatIsNoConfigOfARunIsAnError) {
  const auto parsed = parse_soak_case("one", R"({"target": {}, "expect": {"status": "pass"}})");

  ASSERT_FALSE(parsed.ok());
  EXPECT_THAT(parsed.error().message, HasSubstr("target.url"));
}

}  // namespace
}  // namespace ttsoak
