// process_listens v4|v6 WORKERS: listens on a free loopback port, forks workers that share the
// socket, says the port and waits for the end of its input. Accepts nothing.

#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/programs/process_wait_for_end.h"

namespace {

int listen_v4(in_port_t& port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(fd, any, size) != 0 || ::listen(fd, 1) != 0) return -1;
  if (::getsockname(fd, any, &size) != 0) return -1;
  port = ntohs(address.sin_port);
  return fd;
}

int listen_v6(in_port_t& port) {
  const int fd = ::socket(AF_INET6, SOCK_STREAM, 0);
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_addr = in6addr_loopback;
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(fd, any, size) != 0 || ::listen(fd, 1) != 0) return -1;
  if (::getsockname(fd, any, &size) != 0) return -1;
  port = ntohs(address.sin6_port);
  return fd;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  in_port_t port = 0;
  const int fd = std::string_view(argv[1]) == "v6" ? listen_v6(port) : listen_v4(port);
  if (fd < 0) return 3;

  for (long i = std::strtol(argv[2], nullptr, 10); i > 0; --i) {
    if (::fork() != 0) continue;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::pause();
    ::_exit(0);
  }
  std::printf("%d\n", port);
  std::fflush(stdout);
  wait_for_end_of_input();
}
