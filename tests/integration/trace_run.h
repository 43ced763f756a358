#pragma once

#include <string>
#include <vector>

#include "tests/integration/soak_run.h"

namespace ttsoak {

inline constexpr const char* kKeepsGreetings = TTSOAK_BINARY_DIR "/bin/traced_keeps_greetings";

// One `ttsoak trace`, whose record goes with this object.
class TraceRun {
 public:
  // Starts `ttsoak trace ... -- COMMAND` in a process group of its own, as a shell would. Samples
  // are not made rarer where there are many, so that 8 MiB are told to 9 %.
  explicit TraceRun(std::vector<std::string> command);

  // Waits for the end, a minute at most. Returns the exit status.
  int finish() { return child_.wait(std::chrono::seconds(60)); }

  // Waits until the record holds a heap with something in it. Fails the test after a minute.
  void wait_for_a_look() const;

  // Waits until the program has said `text`. Fails the test after a minute.
  void wait_for_output(const std::string& text) const;

  // What `ttsoak report` prints of the record; it must end with status 0.
  [[nodiscard]] std::string report(const std::vector<std::string>& options = {}) const;

  // The content of a file beside the record; empty if there is none.
  [[nodiscard]] std::string file(const std::string& name) const;

  Child& process() { return child_; }
  [[nodiscard]] std::string output() const { return child_.output(); }
  [[nodiscard]] std::string errors() const { return child_.errors(); }
  [[nodiscard]] std::filesystem::path directory() const { return files_.path() / "record"; }

 private:
  TempDirectory files_;
  Child child_;
};

// The line of the stack that holds most: "1. 7.5 MiB (99 %), 1,925 blocks: keep() at ...".
std::string first_live_stack(const std::string& profile);

}  // namespace ttsoak
