#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/target/container.h"
#include "probes/base/result.h"

namespace ttsoak {

// Docker's or Podman's API on a Unix socket; no client program is needed.
class ContainerEngine {
 public:
  // The socket that DOCKER_HOST names, else those that are there of /var/run/docker.sock,
  // /run/podman/podman.sock and the user's own of Podman.
  // Errors: there is none, with the way to one; DOCKER_HOST names another machine.
  static Result<ContainerEngine> find();

  explicit ContainerEngine(std::vector<std::filesystem::path> sockets)
      : sockets_(std::move(sockets)) {}

  // The container of that name or id (or the beginning of an id), asked of one engine after the
  // other. Errors: nobody knows it; a socket may not be opened, does not answer in `patience`, or
  // answers otherwise than an engine does.
  [[nodiscard]] Result<Container> inspect(
      const std::string& name, std::chrono::milliseconds patience = std::chrono::seconds(10)) const;

 private:
  std::vector<std::filesystem::path> sockets_;
};

}  // namespace ttsoak
