#include "probes/process/proc_net_tcp.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/process/proc_fixture.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

std::string error_of(const std::string& name) {
  const auto listeners = parse_proc_net_tcp(fixture(name));
  return listeners.ok() ? "no error" : listeners.error().message;
}

TEST(ProcNetTcp, ListensAreFoundAndConnectionsAreNot) {
  const auto listeners = parse_proc_net_tcp(fixture("net_tcp"));

  ASSERT_TRUE(listeners.ok()) << listeners.error().message;
  ASSERT_EQ(listeners.value().size(), 2U);
  EXPECT_EQ(listeners.value()[0].port, 8880);
  EXPECT_EQ(listeners.value()[0].inode, 28193U);
  EXPECT_EQ(listeners.value()[1].port, 2024);
}

TEST(ProcNetTcp, AddressesOfSixteenBytesAreReadAlike) {
  const auto listeners = parse_proc_net_tcp(fixture("net_tcp6"));

  ASSERT_TRUE(listeners.ok()) << listeners.error().message;
  ASSERT_EQ(listeners.value().size(), 1U);
  EXPECT_EQ(listeners.value()[0].port, 8881);
  EXPECT_EQ(listeners.value()[0].inode, 28317U);
}

TEST(ProcNetTcp, TruncatedLineIsNamed) {
  EXPECT_EQ(error_of("net_tcp_truncated"), "line 2: inode: missing");
}

TEST(ProcNetTcp, PortThatIsNoneIsQuoted) {
  EXPECT_THAT(error_of("net_tcp_bad_port"), HasSubstr("0100007F:22G0"));
}

TEST(ProcNetTcp, TextWithoutHeadingIsAnError) {
  EXPECT_FALSE(parse_proc_net_tcp("Inter-| Receive\n").ok());
}

}  // namespace
}  // namespace ttsoak
