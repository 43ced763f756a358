#pragma once

#include <sys/types.h>

#include <cstdint>

namespace ttsoak {

// An HTTP server in a process of its own, pinned to one core, that answers every request with the
// same short WAV and does nothing else: what is measured against it is the client.
class TinyServer {
 public:
  explicit TinyServer(int core);
  TinyServer(const TinyServer&) = delete;
  TinyServer& operator=(const TinyServer&) = delete;
  ~TinyServer();

  [[nodiscard]] std::uint16_t port() const { return port_; }

 private:
  pid_t child_ = -1;
  std::uint16_t port_ = 0;
};

// Pins the calling thread, and whatever it starts, to one core.
void pin_to(int core);

}  // namespace ttsoak
