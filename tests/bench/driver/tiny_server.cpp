#include "tests/bench/driver/tiny_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <string>
#include <string_view>

#include "probes/base/result.h"
#include "tests/integration/scripted_server.h"

namespace ttsoak {
namespace {

// How many requests are whole in `bytes`: both clients send one at a time, so each read holds one.
bool is_whole(std::string_view bytes) {
  const std::size_t head = bytes.find("\r\n\r\n");
  if (head == std::string_view::npos) return false;
  const std::size_t field = bytes.find("Content-Length: ");
  if (field == std::string_view::npos || field > head) return true;
  return bytes.size() >= head + 4 + std::stoul(std::string(bytes.substr(field + 16, 9)));
}

[[noreturn]] void serve(int listener) {
  const std::string reply = wav_reply(0.05);
  const int epoll = ::epoll_create1(0);
  epoll_event event{EPOLLIN, {.fd = listener}};
  ::epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  char buffer[16384];
  epoll_event ready[64];
  while (true) {
    const int count = ::epoll_wait(epoll, ready, 64, -1);
    for (int i = 0; i < count; ++i) {
      const int fd = ready[i].data.fd;
      if (fd == listener) {
        const int client = ::accept(listener, nullptr, nullptr);
        const int on = 1;
        ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        event = {EPOLLIN, {.fd = client}};
        ::epoll_ctl(epoll, EPOLL_CTL_ADD, client, &event);
        continue;
      }
      const ssize_t got = ::recv(fd, buffer, sizeof buffer, 0);
      if (got <= 0) {
        ::close(fd);
      } else if (is_whole({buffer, static_cast<std::size_t>(got)})) {
        (void)::send(fd, reply.data(), reply.size(), MSG_NOSIGNAL);
      }
    }
  }
}

}  // namespace

void pin_to(int core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(static_cast<std::size_t>(core), &cores);
  if (::sched_setaffinity(0, sizeof cores, &cores) != 0) abort_with("cannot pin to a core");
}

TinyServer::TinyServer(int core) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener, any, size) != 0 || ::listen(listener, 256) != 0 ||
      ::getsockname(listener, any, &size) != 0) {
    abort_with("the tiny server has no port");
  }
  port_ = ntohs(address.sin_port);
  child_ = ::fork();
  if (child_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    pin_to(core);
    serve(listener);
  }
  ::close(listener);
}

TinyServer::~TinyServer() {
  ::kill(child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
}

}  // namespace ttsoak
