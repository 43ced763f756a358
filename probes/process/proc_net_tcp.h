#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// One listening TCP socket, as /proc/net/tcp and /proc/net/tcp6 show it.
struct TcpListener {
  std::uint16_t port = 0;
  uid_t uid = 0;            // who made the socket
  std::uint64_t inode = 0;  // the N of "socket:[N]" in /proc/<pid>/fd
};

// The sockets in state LISTEN in the text of /proc/net/tcp or /proc/net/tcp6 (the two differ only
// in the length of addresses). Source: kernel Documentation/networking/proc_net_tcp.rst.
//
// Errors: a line is cut short or a field not a number; the message names the line and the field.
Result<std::vector<TcpListener>> parse_proc_net_tcp(std::string_view text);

}  // namespace ttsoak
