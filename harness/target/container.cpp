#include "harness/target/container.h"

#include <signal.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "reports/units/units.h"

namespace ttsoak {
namespace {

using nlohmann::json;

// A field where it belongs and of its kind, or `otherwise`: engines differ in what they leave out.
template <typename Value>
Value field(const json& object, const char* key, Value otherwise) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (found == object.end()) return otherwise;
  if constexpr (std::is_same_v<Value, bool>) {
    return found->is_boolean() ? found->template get<bool>() : otherwise;
  } else if constexpr (std::is_integral_v<Value>) {
    return found->is_number_integer() ? found->template get<Value>() : otherwise;
  } else {
    return found->is_string() ? found->template get<Value>() : otherwise;
  }
}

json section(const json& object, const char* key) {
  return object.contains(key) ? object[key] : json();
}

// "512 MiB" where format_bytes() says "512.0 MiB": limits are set and not measured.
std::string round_size(std::int64_t bytes) {
  std::string text = format_bytes(bytes);
  const std::size_t zero = text.find(".0 ");
  return zero == std::string::npos ? text : text.erase(zero, 2);
}

constexpr int kSignalled = 128;  // as shells and engines count: 137 is SIGKILL

}  // namespace

Result<Container> parse_container(std::string_view text) {
  const json answer = json::parse(text, nullptr, false);
  const json state = answer.is_object() ? section(answer, "State") : json();
  if (!state.is_object() || !state.contains("Running") || !state.contains("Pid")) {
    return Error{"the answer is not what a container engine says of a container"};
  }
  Container container;
  container.id = field(answer, "Id", std::string());
  container.name = field(answer, "Name", std::string());
  if (container.name.starts_with('/')) container.name.erase(0, 1);
  container.image = field(section(answer, "Config"), "Image", std::string());
  container.running = field(state, "Running", false);
  container.pid = field(state, "Pid", pid_t{0});
  container.oom_killed = field(state, "OOMKilled", false);
  container.exit_code = field(state, "ExitCode", 0);
  container.started_at = field(state, "StartedAt", std::string());
  container.restarts = field(answer, "RestartCount", std::int64_t{0});
  const auto limit = field(section(answer, "HostConfig"), "Memory", std::int64_t{0});
  if (limit > 0) container.memory_limit_bytes = limit;
  for (const json& mount : section(answer, "Mounts")) {
    container.mounts.push_back(
        {field(mount, "Source", std::string()), field(mount, "Destination", std::string())});
  }
  return container;
}

ProcessEnd describe_container_end(const Container& before, const Container& now) {
  ProcessEnd end;
  if (now.oom_killed) {
    end.by_signal = true;
    end.code = SIGKILL;
    end.text =
        "was killed by the kernel's OOM killer (" +
        (before.memory_limit_bytes < 0 ? "its container has no memory limit of its own"
                                       : "memory limit " + round_size(before.memory_limit_bytes)) +
        ")";
  } else if (now.started_at != before.started_at) {
    end.text = "ended, and its container was started again";  // its status is overwritten by then
  } else if (now.exit_code > kSignalled && ::sigabbrev_np(now.exit_code - kSignalled) != nullptr) {
    end.by_signal = true;
    end.code = now.exit_code - kSignalled;
    end.text = std::string("was killed by SIG") + ::sigabbrev_np(end.code);
  } else {
    end.code = now.exit_code;
    end.text = "exited with status " + std::to_string(end.code);
  }
  if (now.restarts > before.restarts) {
    end.text +=
        "; the engine has restarted its container (restart " + std::to_string(now.restarts) + ")";
  }
  return end;
}

}  // namespace ttsoak
