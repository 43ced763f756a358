#pragma once

#include <sys/types.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/config/run_config.h"
#include "harness/target/launched_process.h"
#include "harness/target/watched_container.h"
#include "probes/base/result.h"

namespace ttsoak {

// The server under test: its root process, and the means to start and end it if it is ours.
class Target {
 public:
  // Launches or finds the target and waits until it answers. `waiting` is told once a second how
  // long it has taken; `stop` cuts the wait short.
  //
  // Errors, each with the remedy: the command cannot be started or exits, the server is not ready
  // in time (with the end of its log), nothing listens on the port, the process is not visible, the
  // container does not run.
  //
  // A launched target gets `variables` ("NAME=value") on top of our environment.
  static Result<Target> open(const RunConfig& config, const std::filesystem::path& log,
                             const std::vector<std::string>& variables,
                             const std::atomic<bool>& stop,
                             const std::function<void(std::chrono::seconds)>& waiting);

  [[nodiscard]] pid_t root() const { return root_; }

  // How a launched target ended; nothing while it runs, or if it is not ours to know. Of a
  // container only to be asked once its process is gone: its engine is waited for, and says how.
  std::optional<ProcessEnd> poll_end();

  // A target found by its port may have been replaced: the new process, if there is one.
  [[nodiscard]] std::optional<pid_t> find_successor() const;

  // Ends a launched target. One that was already running is left alone.
  void stop();

 private:
  pid_t root_ = 0;
  std::uint16_t port_ = 0;  // 0: not found by its port
  std::unique_ptr<LaunchedProcess> launched_;
  std::optional<WatchedContainer> container_;
};

}  // namespace ttsoak
