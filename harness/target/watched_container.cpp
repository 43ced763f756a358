#include "harness/target/watched_container.h"

#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

namespace ttsoak {
namespace {

using namespace std::chrono_literals;

// Engines name the cgroups of a container after its id: man 7 cgroups, /proc/<pid>/cgroup.
bool is_of_container(pid_t pid, const std::string& id) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/cgroup");
  const std::string cgroups{std::istreambuf_iterator<char>(file), {}};
  return !id.empty() && cgroups.find(id) != std::string::npos;
}

}  // namespace

Result<WatchedContainer> WatchedContainer::open(const ContainerEngine& engine,
                                                const std::string& name) {
  Result<Container> found = engine.inspect(name);
  if (!found.ok()) return found.error();
  const Container& container = found.value();
  if (!container.running || container.pid <= 0) {
    return Error{"container " + name + " does not run: it " +
                 describe_container_end(container, container).text + "; start it first"};
  }
  if (!is_of_container(container.pid, container.id)) {
    return Error{
        "container " + name + ": its process " + std::to_string(container.pid) +
        " is not to be seen here; run ttsoak on the engine's own host and, if that is in "
        "a container, with --pid=host (Docker Desktop and podman machine run containers in "
        "a virtual machine)"};
  }
  return WatchedContainer(engine, container);
}

ProcessEnd WatchedContainer::wait_for_end(std::chrono::seconds patience) const {
  return wait_for_container_end(engine_, start_, patience, 3s);
}

ProcessEnd wait_for_container_end(const ContainerEngine& engine, const Container& start,
                                  std::chrono::milliseconds patience,
                                  std::chrono::milliseconds encore) {
  auto deadline = std::chrono::steady_clock::now() + patience;
  std::optional<Container> ended;
  while (true) {
    const Result<Container> now = engine.inspect(start.id);
    if (now.ok() && now.value().started_at != start.started_at) {
      if (!ended) return describe_container_end(start, now.value());
      ProcessEnd end = describe_container_end(start, *ended);
      end.text += ", and its container was started again";
      return end;
    }
    if (now.ok() && !now.value().running && !ended) {
      ended = now.value();
      deadline = std::chrono::steady_clock::now() + encore;
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      if (ended) return describe_container_end(start, *ended);
      return {false, -1,
              "ended; why is not known (" +
                  (now.ok() ? "the engine takes it for alive" : now.error().message) + ")"};
    }
    std::this_thread::sleep_for(100ms);
  }
}

}  // namespace ttsoak
