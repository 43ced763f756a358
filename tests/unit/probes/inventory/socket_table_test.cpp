#include "probes/inventory/socket_table.h"

#include <fcntl.h>
#include <sys/socket.h>

#include "gmock/gmock.h"
#include "probes/base/unique_fd.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

constexpr const char* kTcp =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "
    "inode\n"
    "   0: 00000000:07E8 00000000:0000 0A 00000000:00000003 00:00000000 00000000     0        0 "
    "1065 1 0 100 0 0 10 0\n"
    "   1: 0100007F:07E8 0100007F:9C40 08 00000010:00000100 00:00000000 00000000     0        0 "
    "2000 1 0 20 4 30 10 -1\n"
    "   2: 0100007F:07E8 0100007F:9C41 06 00000000:00000000 03:00000000 00000000     0        0 "
    "0 3 0\n";

TEST(SocketTable, TcpSocketsHaveStateAndQueuedBytes) {
  SocketTable table;

  ASSERT_FALSE(add_inet_sockets(kTcp, "tcp", table));
  EXPECT_EQ(table.at(2000).name, "tcp close wait");
  EXPECT_EQ(table.at(2000).queued_bytes, 0x110);
}

TEST(SocketTable, BacklogOfAListeningSocketIsNoBytes) {
  SocketTable table;

  ASSERT_FALSE(add_inet_sockets(kTcp, "tcp", table));
  EXPECT_EQ(table.at(1065).name, "tcp listening");
  EXPECT_EQ(table.at(1065).queued_bytes, 0);
}

TEST(SocketTable, SocketsOfNoProcessAreLeftOut) {
  SocketTable table;

  ASSERT_FALSE(add_inet_sockets(kTcp, "tcp", table));
  EXPECT_EQ(table.size(), 2U);
}

TEST(SocketTable, UnixSocketsThatListenAreTold) {
  SocketTable table;
  const Status error = add_unix_sockets(
      "Num       RefCount Protocol Flags    Type St Inode Path\n"
      "00000000e357c1b8: 00000002 00000000 00010000 0001 01  7 /run/a b\n"
      "0000000029be2683: 00000003 00000000 00000000 0001 03  8\n",
      table);

  ASSERT_FALSE(error);
  EXPECT_EQ(table.at(7).name, "unix listening");
  EXPECT_EQ(table.at(8).name, "unix connected");
}

TEST(SocketTable, CutLineIsAnErrorThatNamesIt) {
  SocketTable table;
  const Status error =
      add_inet_sockets("heading\n   0: 0100007F:07E8 0100007F:9C40 08\n", "tcp", table);

  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, HasSubstr("line 1"));
}

TEST(SocketTable, ProtocolOfASocketThatNoTableListsIsAskedOfTheKernel) {
  const UniqueFd fds(::open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const UniqueFd netlink(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, 0));
  const UniqueFd tcp(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!netlink.valid() || !tcp.valid()) GTEST_SKIP() << "such sockets may not be made here";

  EXPECT_EQ(socket_protocol(fds.get(), netlink.get()), "netlink");
  EXPECT_EQ(socket_protocol(fds.get(), tcp.get()), "tcp");
  EXPECT_EQ(socket_protocol(fds.get(), fds.get()), "unknown");
}

}  // namespace
}  // namespace ttsoak
