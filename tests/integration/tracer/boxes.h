#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "probes/blackbox/layout.h"
#include "probes/heap/blackbox_reader.h"
#include "tests/integration/soak_run.h"
#include "tests/integration/tracer/target.h"

namespace ttsoak {

// A directory for black boxes.
class Boxes {
 public:
  // What to start a target with, so that it is traced. `preloaded_behind`: libraries that come
  // after the tracer in LD_PRELOAD.
  [[nodiscard]] std::vector<std::string> environment(
      std::vector<std::string> more = {}, const std::string& preloaded_behind = "") const;

  [[nodiscard]] const std::filesystem::path& path() const { return directory_.path(); }
  [[nodiscard]] std::filesystem::path path_of(pid_t pid) const;

  [[nodiscard]] std::size_t count() const;

  // These abort the test program if there is no such box, or it cannot be read.
  [[nodiscard]] BlackboxReader of(pid_t pid) const;
  [[nodiscard]] BlackboxReader only() const;
  [[nodiscard]] std::vector<BlackboxReader> all() const;

 private:
  TempDirectory directory_;
};

// Path of the tracer as built.
std::string tracer_path();

// The parts of a black box, or the end of the test program.
blackbox::Header header_of(const BlackboxReader& box);
HeapSnapshot snapshot_of(const BlackboxReader& box);

// Live bytes: exact, and as the samples say.
std::int64_t exact_live_bytes(const HeapSnapshot& snapshot);
double sampled_live_bytes(const HeapSnapshot& snapshot);

// Runs `argv` untraced and traced, and expects the same exit status and output. Returns the traced
// run's end.
Ending expect_unharmed(const std::vector<std::string>& argv, const Boxes& boxes,
                       const std::vector<std::string>& more_environment = {},
                       std::chrono::seconds limit = std::chrono::minutes(4));

}  // namespace ttsoak
