#include "reference_engine/faults/fault_plan.h"

#include "gmock/gmock.h"
#include "reference_engine/faults/fault_table.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

Result<FaultPlan> parse(const std::vector<std::string>& entries) {
  return parse_fault_plan(entries);
}

std::string error_of(const std::vector<std::string>& entries) {
  const auto plan = parse(entries);
  return plan.ok() ? "" : plan.error().message;
}

TEST(ParseFaultPlan, NothingIsAHealthyEngine) { EXPECT_THAT(parse({}).value(), IsEmpty()); }

TEST(ParseFaultPlan, ReadsRatesAndTakesOneForNone) {
  const auto plan = parse({"text_cache", "abort_state=0.25"});

  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan.value()[0].rate, 1.0);
  EXPECT_EQ(plan.value()[1].name, "abort_state");
  EXPECT_EQ(plan.value()[1].rate, 0.25);
}

TEST(ParseFaultPlan, UnknownNameListsEveryKnownOne) {
  const auto message = error_of({"txt_cache"});

  EXPECT_THAT(message, HasSubstr("\"txt_cache\": unknown"));
  for (const FaultEntry& entry : fault_table()) {
    EXPECT_THAT(message, HasSubstr(std::string(entry.name)));
  }
}

TEST(ParseFaultPlan, RejectsRatesThatAreNoChance) {
  for (const std::string rate : {"", "x", "1.5", "-0.1", "nan", "0.5x"}) {
    EXPECT_THAT(error_of({"text_cache=" + rate}), HasSubstr("a rate from 0 to 1")) << rate;
  }
}

TEST(ParseFaultPlan, RejectsAFaultGivenTwice) {
  EXPECT_THAT(error_of({"text_cache", "text_cache=0.5"}), HasSubstr("twice"));
}

}  // namespace
}  // namespace ttsoak
