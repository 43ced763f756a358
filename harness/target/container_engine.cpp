#include "harness/target/container_engine.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "harness/target/unix_http.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;

constexpr int kOk = 200;
constexpr int kNotFound = 404;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

// What the engine says in an answer that is an error: {"message": "..."}; else its beginning.
std::string message_of(const UnixHttpAnswer& answer) {
  constexpr std::size_t kMost = 200;
  const auto json = nlohmann::json::parse(answer.body, nullptr, false);
  const bool is_told = json.is_object() && json.contains("message") && json["message"].is_string();
  return "status " + std::to_string(answer.status) + ", " +
         (is_told ? json["message"].get<std::string>() : answer.body.substr(0, kMost));
}

// As engines allow them; anything else could change the path that is asked for.
bool is_container_name(const std::string& name) {
  return !name.empty() && std::isalnum(static_cast<unsigned char>(name.front())) != 0 &&
         std::all_of(name.begin(), name.end(), [](unsigned char letter) {
           return std::isalnum(letter) != 0 || letter == '_' || letter == '.' || letter == '-';
         });
}

std::string remedy_for(const std::string& reason) {
  if (reason == "Permission denied") {
    return "; run ttsoak as root, or as a user who may use the engine (group docker)";
  }
  if (reason == "Connection refused") {
    return "; nobody listens there any more: start the engine";
  }
  return "";
}

}  // namespace

Result<ContainerEngine> ContainerEngine::find() {
  constexpr std::string_view kScheme = "unix://";
  const std::string host = variable("DOCKER_HOST");
  if (host.starts_with(kScheme)) return ContainerEngine({host.substr(kScheme.size())});
  if (!host.empty()) {
    return Error{"DOCKER_HOST=" + host +
                 ": the server's processes must be on this machine; set it to the engine's socket, "
                 "unix:///var/run/docker.sock for instance, or unset it"};
  }
  std::vector<fs::path> sockets;
  std::error_code ignored;
  for (const fs::path& socket :
       {fs::path("/var/run/docker.sock"), fs::path("/run/podman/podman.sock"),
        fs::path(variable("XDG_RUNTIME_DIR")) / "podman" / "podman.sock"}) {
    if (fs::exists(socket, ignored)) sockets.push_back(socket);
  }
  if (!sockets.empty()) return ContainerEngine(sockets);
  return Error{
      "no container engine: neither /var/run/docker.sock nor /run/podman/podman.sock is there; "
      "start "
      "Docker or Podman's service (systemctl start podman.socket), or name its socket by "
      "DOCKER_HOST=unix:///PATH; --pid does without an engine"};
}

Result<Container> ContainerEngine::inspect(const std::string& name,
                                           std::chrono::milliseconds patience) const {
  if (!is_container_name(name)) {
    return Error{"\"" + name + "\": not the name or id of a container"};
  }
  std::string asked;
  Status trouble;
  for (const fs::path& socket : sockets_) {
    const auto answer = unix_http_get(socket, "/containers/" + name + "/json", patience);
    if (!answer.ok()) {
      const std::string& reason = answer.error().message;
      trouble = Error{socket.string() + ": " + reason + remedy_for(reason)};
      continue;
    }
    if (answer.value().status == kOk) {
      Result<Container> container = parse_container(answer.value().body);
      return container.ok() ? container : container.error().with_context(socket.string());
    }
    const std::string message = message_of(answer.value());
    if (answer.value().status == kNotFound && message.find(name) != std::string::npos) {
      asked += (asked.empty() ? "" : " and ") + socket.string();
    } else {
      trouble = Error{socket.string() + ": " + message};
    }
  }
  if (trouble) return *trouble;
  return Error{"no container " + name + ", says the engine at " + asked +
               "; 'docker ps' or 'podman ps' lists those that run"};
}

}  // namespace ttsoak
