#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <thread>

#include "probes/base/unique_fd.h"

namespace ttsoak {

// A server on a Unix socket that answers each connection's request with `script(target)`, byte for
// byte, and hangs up; the target of "GET /containers/x/json HTTP/1.1" is "/containers/x/json".
class FakeEngine {
 public:
  using Script = std::function<std::string(const std::string& target)>;

  FakeEngine(const std::filesystem::path& socket, Script script);
  FakeEngine(const FakeEngine&) = delete;
  FakeEngine& operator=(const FakeEngine&) = delete;
  ~FakeEngine();

 private:
  void serve();

  Script script_;
  UniqueFd listener_;
  std::thread thread_;
};

// A whole answer of HTTP.
std::string engine_reply(const std::string& status, const std::string& body);

}  // namespace ttsoak
