#include "probes/process/proc_stat.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/process/proc_fixture.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

std::string error_of(const std::string& name) {
  const auto stat = parse_proc_stat(fixture(name));
  return stat.ok() ? "no error" : stat.error().message;
}

TEST(ProcStat, FieldsAreThoseOfTheManual) {
  const auto stat = parse_proc_stat(fixture("stat"));

  ASSERT_TRUE(stat.ok()) << stat.error().message;
  EXPECT_EQ(stat.value().pid, 4117);
  EXPECT_EQ(stat.value().command_name, "python3");
  EXPECT_EQ(stat.value().state, 'S');
  EXPECT_EQ(stat.value().parent_pid, 4098);
  EXPECT_EQ(stat.value().user_ticks, 45210U);
  EXPECT_EQ(stat.value().system_ticks, 3391U);
  EXPECT_EQ(stat.value().start_ticks, 681991U);
  EXPECT_FALSE(stat.value().has_ended());
}

TEST(ProcStat, NameWithParenthesesAndSpacesDoesNotForgeTheFieldsBehindIt) {
  const std::string text = "41 (a) Z 1 (b) S 40 1 1 0 0 0 0 0 0 0 7 8 0 0 20 0 1 0 99 0\n";
  const auto stat = parse_proc_stat(text);

  ASSERT_TRUE(stat.ok()) << stat.error().message;
  EXPECT_EQ(stat.value().command_name, "a) Z 1 (b");
  EXPECT_EQ(stat.value().state, 'S');
  EXPECT_EQ(stat.value().parent_pid, 40);
  EXPECT_EQ(stat.value().start_ticks, 99U);
}

TEST(ProcStat, ZombieIsReadButHasEnded) {
  const auto stat = parse_proc_stat(fixture("stat_zombie"));

  ASSERT_TRUE(stat.ok()) << stat.error().message;
  EXPECT_TRUE(stat.value().has_ended());
}

TEST(ProcStat, TruncatedTextIsAnErrorAndNotStartTimeZero) {
  EXPECT_EQ(error_of("stat_truncated"), "starttime: missing");
}

TEST(ProcStat, NumberThatIsNoneIsNamedWithItsField) {
  EXPECT_EQ(error_of("stat_not_a_number"), "utime: expected a number, got \"4521o\"");
}

TEST(ProcStat, MissingNameIsAnError) {
  EXPECT_THAT(error_of("stat_without_name"), HasSubstr("comm"));
}

}  // namespace
}  // namespace ttsoak
