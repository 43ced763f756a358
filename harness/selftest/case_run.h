#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include "harness/selftest/grade.h"
#include "harness/selftest/soak_case.h"
#include "harness/target/launched_process.h"

namespace ttsoak {

// One run of one case: a `ttsoak run` or `ttsoak diagnose` as a child process, which ends with this
// object at the latest. It runs in DIRECTORY/NAME-SEED, where its config and its record stay.
class CaseRun {
 public:
  // Errors: its directory cannot be made, the program not started.
  static Result<CaseRun> start(const SoakCase& soak_case, std::uint64_t seed,
                               const std::filesystem::path& directory);

  // What was found, once it has ended. One that takes an hour is ended, and is an error.
  std::optional<Grade> poll();

  [[nodiscard]] const SoakCase& soak_case() const { return *case_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] std::chrono::steady_clock::time_point started() const { return started_; }

 private:
  CaseRun() = default;

  const SoakCase* case_ = nullptr;
  std::uint64_t seed_ = 1;
  std::filesystem::path directory_;
  std::unique_ptr<LaunchedProcess> process_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

// What `ttsoak selftest --one DIRECTORY COMMAND` does in that child: takes folders of its own and
// becomes `ttsoak COMMAND DIRECTORY/config.json`. Returns only if it cannot.
Error become_run(const std::filesystem::path& directory, const std::string& command);

}  // namespace ttsoak
