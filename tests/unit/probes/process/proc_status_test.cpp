#include "probes/process/proc_status.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/process/proc_fixture.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

std::string error_of(const std::string& name) {
  const auto status = parse_proc_status(fixture(name));
  return status.ok() ? "no error" : status.error().message;
}

TEST(ProcStatus, KilobytesOfTheKernelBecomeBytes) {
  const auto status = parse_proc_status(fixture("status"));

  ASSERT_TRUE(status.ok()) << status.error().message;
  EXPECT_EQ(status.value().rss_bytes, 415276LL * 1024);
  EXPECT_EQ(status.value().rss_anon_bytes, 322048LL * 1024);
  EXPECT_EQ(status.value().rss_file_bytes, 92716LL * 1024);
  EXPECT_EQ(status.value().rss_shmem_bytes, 512LL * 1024);
  EXPECT_EQ(status.value().swap_bytes, 2048LL * 1024);
  EXPECT_EQ(status.value().threads, 23);
}

TEST(ProcStatus, ZombieIsAnErrorAndNotZeroBytes) {
  EXPECT_THAT(error_of("status_zombie"), HasSubstr("zombie"));
}

TEST(ProcStatus, KernelThreadIsAnErrorAndNotZeroBytes) {
  EXPECT_THAT(error_of("status_kernel_thread"), HasSubstr("kernel thread"));
}

TEST(ProcStatus, MissingFieldIsNamed) {
  EXPECT_EQ(error_of("status_without_rss_shmem"), "RssShmem: missing");
}

TEST(ProcStatus, NumberThatIsNoneIsNamedWithItsField) {
  EXPECT_EQ(error_of("status_not_a_number"), "RssAnon: expected a number, got \"3220x8\"");
}

TEST(ProcStatus, TruncatedTextIsAnError) {
  EXPECT_EQ(error_of("status_truncated"), "VmSwap: missing");
}

TEST(ProcStatus, EmptyTextIsAnErrorThatBlamesNobody) {
  const auto status = parse_proc_status("");

  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "VmRSS: missing");
}

}  // namespace
}  // namespace ttsoak
