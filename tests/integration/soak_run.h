#pragma once

#include <sys/types.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ttsoak {

// The program under test.
inline constexpr const char* kTtsoak = TTSOAK_BINARY_DIR "/bin/ttsoak";

// A new directory under the system's for temporary files; goes with all that is in it.
class TempDirectory {
 public:
  TempDirectory();
  TempDirectory(const TempDirectory&) = delete;
  TempDirectory& operator=(const TempDirectory&) = delete;
  ~TempDirectory();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // Writes a file into it and returns its path.
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

// Another program, started at the top of the repository; killed at the latest with this object or
// with the test program.
class Child {
 public:
  // `extra_environment`: "NAME=value". Aborts the test program if it cannot be started.
  explicit Child(std::vector<std::string> argv, std::vector<std::string> extra_environment = {});
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  [[nodiscard]] pid_t pid() const { return pid_; }

  // Waits for its end. Returns its exit status, or 1000 plus the signal that ended it; -1 if it
  // had to be killed because `limit` was over.
  int wait(std::chrono::seconds limit);
  [[nodiscard]] bool is_running() { return !reap(WNOHANG); }

  // Sends `signal` and waits for the end.
  int end_by(int signal);

  // What it has printed so far.
  [[nodiscard]] std::string output() const;
  [[nodiscard]] std::string errors() const;

 private:
  bool reap(int options);

  TempDirectory directory_;  // of its output
  pid_t pid_ = -1;
  bool ended_ = false;
  int status_ = 0;
};

// One `ttsoak run`, whose run directory goes with this object.
class SoakRun {
 public:
  // Starts `ttsoak run ARGUMENTS --output DIRECTORY`.
  explicit SoakRun(std::vector<std::string> arguments,
                   std::vector<std::string> extra_environment = {});

  // Waits until `cycle` is finished. Fails the test if ttsoak ends before.
  void wait_for_cycle(int cycle);

  // Waits for the end, 5 minutes at most. Returns the exit status.
  int finish();
  // Waits for the end, and expects this exit status or, since a machine that stalls makes a run
  // invalid and says nothing of the target, that verdict.
  void expect_end(int status);

  Child& process() { return child_; }
  // The run directory; empty if none was made.
  [[nodiscard]] std::filesystem::path directory() const;
  // Its report.json. Throws what ttsoak said if there is none, which fails the test.
  [[nodiscard]] nlohmann::json report() const;
  // The verdict's sentence, or what ttsoak said where there is no verdict: for messages.
  [[nodiscard]] std::string story() const;

 private:
  TempDirectory output_;
  Child child_;
};

// A port of 127.0.0.1 on which nobody listens; no other test gets it while this program runs.
std::uint16_t free_port();

// Waits until something accepts connections there. Fails the test after a minute.
void wait_for_listener(std::uint16_t port);

// "http://127.0.0.1:PORT"
std::string local_url(std::uint16_t port);

// True once the process has ended, whether or not anybody has reaped it; waits a minute for it.
bool is_gone_soon(pid_t pid);

// The events of that kind in a report, "target_crashed" for instance; their details.
std::vector<std::string> event_details(const nlohmann::json& report, const std::string& kind);

// The watched process itself, as a report tells of it.
nlohmann::json root_process(const nlohmann::json& report);

}  // namespace ttsoak
