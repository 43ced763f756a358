#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/integration/soak_run.h"

namespace ttsoak {

// A Docker engine of the test's own: own socket, own images, no network of its own, containers on
// the host's. Ends with this object, and its containers with it.
class Docker {
 public:
  // Why there can be none on this machine; empty if it runs.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }

  Docker();
  Docker(const Docker&) = delete;
  Docker& operator=(const Docker&) = delete;
  ~Docker();

  // For programs that are to talk to it: "DOCKER_HOST=unix://...".
  [[nodiscard]] std::string variable() const { return "DOCKER_HOST=unix://" + socket_; }

  // Runs `docker ARGUMENTS`. Returns what it said; fails the test if it fails.
  std::string command(const std::vector<std::string>& arguments) const;

  // Makes an image `name` of the program, the libraries that it needs, and the engine's voices:
  // /opt/bin/ttsoak in it is the one under test.
  void make_image(const std::string& name) const;

 private:
  TempDirectory directory_;
  std::string socket_ = directory_.path() / "s";  // a longer name might not fit: man 7 unix
  std::string refusal_;
  std::unique_ptr<Child> engine_;
};

}  // namespace ttsoak
