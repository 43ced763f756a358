#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace ttsoak {

// What the server does with one request.
struct ScriptedReply {
  std::string bytes;                            // sent as they are, header and all
  bool close = false;                           // hang up afterwards
  std::chrono::milliseconds before{0};          // wait before the first byte
  std::size_t pause_after = std::string::npos;  // send this many bytes, wait `pause`, send the rest
  std::chrono::milliseconds pause{0};
};

// Longer than any test lasts: a wait that the end of the server cuts short.
inline constexpr std::chrono::milliseconds kForGood{std::chrono::hours(1)};

// A misbehaving HTTP server on a port of 127.0.0.1, one thread a connection. `script` is asked for
// the reply to the n-th request (from 0, over all connections) and sees its bytes.
class ScriptedServer {
 public:
  using Script = std::function<ScriptedReply(int n, const std::string& request)>;

  explicit ScriptedServer(Script script);
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;
  ~ScriptedServer();

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  [[nodiscard]] int connections() const { return connections_; }
  [[nodiscard]] int requests() const { return requests_; }

  // Waits until its clients know that it has hung up on all of them. Fails the test after a minute.
  void wait_until_hung_up() const;

 private:
  void accept_until_stopped();
  void serve(int connection);
  void wait(std::chrono::milliseconds time);

  Script script_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<bool> stopping_{false};
  std::atomic<int> connections_{0};
  std::atomic<int> requests_{0};
  std::mutex mutex_;
  std::condition_variable stopped_;
  std::vector<int> open_;
  std::vector<std::thread> threads_;
  std::thread acceptor_;
};

// A reply of status 200 with a WAV body of `seconds`.
std::string wav_reply(double seconds);
// The same with other parts.
std::string http_reply(const std::string& status, const std::string& content_type,
                       const std::string& body);
std::string wav_body(double seconds);

}  // namespace ttsoak
