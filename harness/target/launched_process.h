#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// How a process ended.
struct ProcessEnd {
  bool by_signal = false;
  int code = 0;      // the signal's number, or the exit status
  std::string text;  // "killed by SIGSEGV", "exited with status 3"
};

// A command started by us, in a process group of its own, and ended by us at the latest when the
// object goes. Should ttsoak itself be killed, the kernel sends the command SIGTERM.
class LaunchedProcess {
 public:
  // Starts `argv` with our environment and `variables` ("NAME=value") on top; its output goes to
  // `log`, or where ours goes if that is empty. Errors: the program cannot be executed, with the
  // reason, or the log cannot be written.
  static Result<std::unique_ptr<LaunchedProcess>> start(
      const std::vector<std::string>& argv, const std::filesystem::path& log,
      const std::vector<std::string>& variables = {});
  LaunchedProcess(const LaunchedProcess&) = delete;
  LaunchedProcess& operator=(const LaunchedProcess&) = delete;
  ~LaunchedProcess();

  [[nodiscard]] pid_t pid() const { return pid_; }

  // How it ended, or nothing while it runs.
  std::optional<ProcessEnd> poll();

  // SIGTERM to the process, SIGKILL to what is left of its group after `grace`.
  void stop(std::chrono::milliseconds grace);

 private:
  LaunchedProcess(pid_t pid, bool has_group) : pid_(pid), has_group_(has_group) {}

  pid_t pid_;
  bool has_group_;  // of its own, so that what it leaves behind can be ended
  std::optional<ProcessEnd> end_;
};

}  // namespace ttsoak
