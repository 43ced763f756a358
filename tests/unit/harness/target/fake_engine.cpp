#include "tests/unit/harness/target/fake_engine.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cstring>

#include "probes/base/result.h"

namespace ttsoak {

FakeEngine::FakeEngine(const std::filesystem::path& socket, Script script)
    : script_(std::move(script)), listener_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  std::filesystem::remove(socket);  // of one before
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket.c_str(), sizeof address.sun_path - 1);
  if (::bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener_.get(), 8) != 0) {
    abort_with("the fake engine cannot listen");
  }
  thread_ = std::thread([this] { serve(); });
}

FakeEngine::~FakeEngine() {
  ::shutdown(listener_.get(), SHUT_RDWR);
  thread_.join();
}

void FakeEngine::serve() {
  while (true) {
    const UniqueFd connection(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (connection.get() < 0) return;
    std::string request;
    std::array<char, 1024> part{};
    while (request.find("\r\n\r\n") == std::string::npos) {
      const ssize_t got = ::recv(connection.get(), part.data(), part.size(), 0);
      if (got <= 0) break;
      request.append(part.data(), static_cast<std::size_t>(got));
    }
    const std::size_t target = request.find(' ') + 1;
    const std::string reply = script_(request.substr(target, request.find(' ', target) - target));
    static_cast<void>(::send(connection.get(), reply.data(), reply.size(), MSG_NOSIGNAL));
  }
}

std::string engine_reply(const std::string& status, const std::string& body) {
  return "HTTP/1.1 " + status +
         "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}

}  // namespace ttsoak
