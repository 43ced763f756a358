#include "harness/selftest/free_port.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "probes/base/unique_fd.h"

namespace ttsoak {
namespace {

bool is_free(std::uint16_t port) {
  const UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int yes = 1;
  ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

}  // namespace

Result<std::uint16_t> find_free_port() {
  constexpr int kFirst = 12000;
  constexpr int kLast = 20000;
  // Where other selftests do not begin.
  static int next = kFirst + ::getpid() * 13 % (kLast - kFirst);
  for (int tried = kFirst; tried < kLast; ++tried) {
    next = next + 1 < kLast ? next + 1 : kFirst;
    if (is_free(static_cast<std::uint16_t>(next))) return static_cast<std::uint16_t>(next);
  }
  return Error{"no free port from 12000 to 20000; end what listens there"};
}

}  // namespace ttsoak
