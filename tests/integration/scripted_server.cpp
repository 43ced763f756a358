#include "tests/integration/scripted_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "gtest/gtest.h"
#include "probes/base/result.h"
#include "reference_engine/engine/wav_header.h"

namespace ttsoak {
namespace {

// One request, header and body; empty when the client has hung up. `rest` holds what came after.
std::string read_request(int connection, std::string& rest) {
  std::string data = std::move(rest);
  rest.clear();
  while (true) {
    const std::size_t header_end = data.find("\r\n\r\n");
    if (header_end != std::string::npos) {
      const std::size_t field = data.find("Content-Length: ");
      const std::size_t length =
          field < header_end ? std::strtoul(data.c_str() + field + 16, nullptr, 10) : 0;
      const std::size_t size = header_end + 4 + length;
      if (data.size() >= size) {
        rest = data.substr(size);
        return data.substr(0, size);
      }
    }
    char chunk[4096];
    const ssize_t got = ::recv(connection, chunk, sizeof chunk, 0);
    if (got <= 0) return {};
    data.append(chunk, static_cast<std::size_t>(got));
  }
}

// The lines of /proc/net/tcp (man 5 proc) of sockets that are connected to that port of ours and
// have not heard of the other's end: state 1.
std::string clients_connected_to(std::uint16_t port) {
  std::array<char, 32> wanted;
  std::snprintf(wanted.data(), wanted.size(), " 0100007F:%04X 01 ", port);
  std::ifstream file("/proc/net/tcp");
  std::string found;
  for (std::string line; std::getline(file, line);) {
    if (line.find(wanted.data()) != std::string::npos) found += line + "\n";
  }
  return found;
}

bool send_all(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

}  // namespace

ScriptedServer::ScriptedServer(Script script) : script_(std::move(script)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_, plain, sizeof address) != 0 || ::listen(listener_, 64) != 0 ||
      ::getsockname(listener_, plain, &length) != 0) {
    abort_with("the scripted server cannot listen");
  }
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept_until_stopped(); });
}

ScriptedServer::~ScriptedServer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stopped_.notify_all();
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  {
    const std::lock_guard lock(mutex_);
    for (const int connection : open_) ::shutdown(connection, SHUT_RDWR);
  }
  for (std::thread& thread : threads_) thread.join();
  ::close(listener_);
}

void ScriptedServer::accept_until_stopped() {
  while (!stopping_) {
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) return;
    ++connections_;
    const std::lock_guard lock(mutex_);
    open_.push_back(connection);
    threads_.emplace_back([this, connection] { serve(connection); });
  }
}

void ScriptedServer::serve(int connection) {
  std::string rest;
  for (std::string request; !stopping_ && !(request = read_request(connection, rest)).empty();) {
    const ScriptedReply reply = script_(requests_++, request);
    wait(reply.before);
    const std::string_view bytes = reply.bytes;
    const std::size_t first = std::min(reply.pause_after, bytes.size());
    if (!send_all(connection, bytes.substr(0, first))) break;
    wait(reply.pause);
    if (!send_all(connection, bytes.substr(first)) || reply.close) break;
  }
  const std::lock_guard lock(mutex_);
  open_.erase(std::find(open_.begin(), open_.end(), connection));
  ::close(connection);
}

void ScriptedServer::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  stopped_.wait_for(lock, time, [this] { return stopping_.load(); });
}

void ScriptedServer::wait_until_hung_up() const {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  std::string connected;
  do {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << connected;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    connected = clients_connected_to(port_);
  } while (!connected.empty());
}

std::string wav_body(double seconds) {
  const auto bytes = static_cast<std::uint32_t>(seconds * 24000) * 2;
  const auto header = wav_header(24000, bytes);
  std::string body(header.begin(), header.end());
  body.append(bytes, '\x80');
  return body;
}

std::string http_reply(const std::string& status, const std::string& content_type,
                       const std::string& body) {
  return "HTTP/1.1 " + status + "\r\nContent-Type: " + content_type +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string wav_reply(double seconds) {
  return http_reply("200 OK", "audio/wav", wav_body(seconds));
}

}  // namespace ttsoak
