#include "probes/process/smaps_rollup.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/process/proc_fixture.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

std::string error_of(const std::string& name) {
  const auto rollup = parse_smaps_rollup(fixture(name));
  return rollup.ok() ? "no error" : rollup.error().message;
}

TEST(SmapsRollup, KilobytesOfTheKernelBecomeBytes) {
  const auto rollup = parse_smaps_rollup(fixture("smaps_rollup"));

  ASSERT_TRUE(rollup.ok()) << rollup.error().message;
  EXPECT_EQ(rollup.value().rss_bytes, 415276LL * 1024);
  EXPECT_EQ(rollup.value().private_dirty_bytes, 330100LL * 1024);
  EXPECT_EQ(rollup.value().anonymous_bytes, 322048LL * 1024);
  EXPECT_EQ(rollup.value().anon_huge_bytes, 65536LL * 1024);
}

TEST(SmapsRollup, PssIsNotTakenForOneOfItsParts) {
  const auto rollup = parse_smaps_rollup("Pss_Anon: 1 kB\n" + fixture("smaps_rollup"));

  ASSERT_TRUE(rollup.ok()) << rollup.error().message;
  EXPECT_EQ(rollup.value().pss_bytes, 398112LL * 1024);
}

TEST(SmapsRollup, TruncatedTextNamesTheFirstMissingField) {
  EXPECT_EQ(error_of("smaps_rollup_truncated"), "Anonymous: missing");
}

TEST(SmapsRollup, NumberThatIsNoneIsNamedWithItsField) {
  EXPECT_THAT(error_of("smaps_rollup_not_a_number"), HasSubstr("Pss: expected a number"));
}

}  // namespace
}  // namespace ttsoak
