#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "probes/base/unique_fd.h"

namespace ttsoak {

// How a program ended.
struct Ending {
  int status = 0;      // exit status; 1000 + the signal that ended it; -1: over its time, killed
  std::string output;  // what it said that was not read before
  std::string errors;
  bool operator==(const Ending&) const = default;
};

// One of the trap programs (or any other), traced or not. It stops at its checkpoints: a line on
// its standard output, answered by a byte on its standard input. Killed at the latest with us.
class Target {
 public:
  // `program`: a path, or looked for on PATH. `environment`: "NAME=value", beside our own.
  // Aborts the test program if it cannot be started.
  explicit Target(const std::vector<std::string>& argv,
                  const std::vector<std::string>& environment = {});
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  ~Target();

  [[nodiscard]] pid_t pid() const { return pid_; }

  // The next line it says; empty once it says no more, or has not spoken for four.
  std::string read_line();

  // Lets it go on from its checkpoint.
  void go_on();

  void signal(int number) const;

  // Lets it pass all further checkpoints, and waits for its end.
  Ending wait(std::chrono::seconds limit = std::chrono::minutes(4));

 private:
  bool read_some(std::chrono::steady_clock::time_point until);

  pid_t pid_ = -1;
  UniqueFd input_;
  UniqueFd output_;
  UniqueFd errors_;
  std::string unread_;
};

// Runs it to its end without stopping at checkpoints.
Ending run_target(const std::vector<std::string>& argv,
                  const std::vector<std::string>& environment = {},
                  std::chrono::seconds limit = std::chrono::minutes(4));

// A trap program of ours: its path.
std::string trap(const std::string& name);

// The path of `program` on PATH or in one of `more_places`; empty if there is none.
std::string find_program(const std::string& program,
                         const std::vector<std::filesystem::path>& more_places = {});

}  // namespace ttsoak
