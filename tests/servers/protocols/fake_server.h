#pragma once

#include <cstdint>
#include <string>

#include "tests/integration/soak_run.h"

namespace ttsoak {

// A fake of one speech server (server.py), listening; gone with this object.
class FakeServer {
 public:
  // `interface` is the name of a recipe.
  explicit FakeServer(const std::string& interface)
      : port_(free_port()),
        child_({"/usr/bin/python3", "-B", TTSOAK_SOURCE_DIR "/tests/servers/protocols/server.py",
                interface, std::to_string(port_)}) {
    wait_for_listener(port_);
  }

  [[nodiscard]] std::string url() const {
    return (is_tcp_ ? "tcp://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(port_);
  }
  [[nodiscard]] pid_t pid() const { return child_.pid(); }
  void speaks_tcp() { is_tcp_ = true; }

 private:
  std::uint16_t port_;
  Child child_;
  bool is_tcp_ = false;
};

}  // namespace ttsoak
