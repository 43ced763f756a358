#include "probes/process/proc_statm.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/process/proc_fixture.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t kPage = 4096;

std::string error_of(const std::string& name) {
  const auto statm = parse_proc_statm(fixture(name), kPage);
  return statm.ok() ? "no error" : statm.error().message;
}

TEST(ProcStatm, PagesBecomeBytesOfThePageSizeGiven) {
  const auto small = parse_proc_statm(fixture("statm"), kPage);
  const auto large = parse_proc_statm(fixture("statm"), 16 * kPage);

  ASSERT_TRUE(small.ok() && large.ok());
  EXPECT_EQ(small.value().size_bytes, 599527 * kPage);
  EXPECT_EQ(small.value().rss_bytes, 103819 * kPage);
  EXPECT_EQ(large.value().rss_bytes, 103819 * (16 * kPage));
}

TEST(ProcStatm, SevenZerosOfAZombieAreAnErrorAndNotZeroBytes) {
  EXPECT_THAT(error_of("statm_zombie"), HasSubstr("zombie"));
}

TEST(ProcStatm, TruncatedTextNamesTheMissingField) {
  EXPECT_EQ(error_of("statm_truncated"), "resident: missing");
}

TEST(ProcStatm, NumberThatIsNoneIsQuoted) {
  EXPECT_EQ(error_of("statm_not_a_number"), "resident: expected a number, got \"many\"");
}

}  // namespace
}  // namespace ttsoak
