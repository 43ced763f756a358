#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "probes/base/result.h"

namespace ttsoak {

// A socket as its network namespace lists it.
struct SocketFacts {
  std::string name;               // "tcp established", "udp", "unix listening"
  std::int64_t queued_bytes = 0;  // sent and not acknowledged, or received and not read
};

// By inode: the N of "socket:[N]" in /proc/<pid>/fd.
using SocketTable = std::unordered_map<std::uint64_t, SocketFacts>;

// Adds the sockets in the text of /proc/<pid>/net/tcp, tcp6, udp or udp6 to `table`; `protocol` is
// "tcp" or "udp". Sockets without an inode, such as those in TIME_WAIT, belong to no process any
// more and are left out. The queue of a listening socket counts connections and not bytes: 0.
// Source: kernel Documentation/networking/proc_net_tcp.rst.
//
// Errors: a line is cut short or a field not a number; the message names it.
Status add_inet_sockets(std::string_view text, const std::string& protocol, SocketTable& table);

// The same for the text of /proc/<pid>/net/unix, which tells no queues.
Status add_unix_sockets(std::string_view text, SocketTable& table);

// Reads all of them for the process whose /proc/<pid> is open as `directory`: those of its network
// namespace. A table that may not be read or is not there adds nothing.
SocketTable read_sockets(int directory);

// "netlink", "udp", "tcp": the protocol of a socket that no table lists, because it is of another
// family or not yet bound; `fd_directory` is /proc/<pid>/fd. "unknown" where the kernel does not
// say.
std::string socket_protocol(int fd_directory, int fd);

}  // namespace ttsoak
