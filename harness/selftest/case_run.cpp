#include "harness/selftest/case_run.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>

#include "harness/config/texts_file.h"
#include "harness/run/write_file.h"
#include "harness/selftest/free_port.h"
#include "harness/selftest/private_folders.h"
#include "reference_engine/engine/voice_store.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::hours kLongest{1};

fs::path own_program() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

// Beside the voices: share/ttsoak/stub_gpu.
fs::path stub_gpu() {
  std::error_code error;
  return fs::weakly_canonical(VoiceStore::default_directory(), error).parent_path() / "stub_gpu";
}

// So that the stub is found first, and what the user says after it.
std::string library_path() {
  const char* const users = std::getenv("LD_LIBRARY_PATH");
  return "LD_LIBRARY_PATH=" + stub_gpu().string() + (users == nullptr ? "" : ":") +
         (users == nullptr ? "" : users);
}

// Its report, in the one directory that a run makes in `directory`.
nlohmann::json report_in(const fs::path& directory) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    std::ifstream file(entry.path() / "report.json");
    if (!file) continue;
    nlohmann::json report = nlohmann::json::parse(file, nullptr, false);
    if (report.is_object()) return report;
  }
  return nullptr;
}

std::string last_line_of(const fs::path& log) {
  std::ifstream file(log);
  std::string last;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) last = line;
  }
  return last;
}

Grade grade_of(const Expectation& expectation, const fs::path& directory) {
  const nlohmann::json report = report_in(directory);
  if (report.is_object()) return grade(expectation, report);
  Grade none;
  none.status = "error";
  none.found = "-";
  none.story = "no report: " + last_line_of(directory / "log");
  return none;
}

}  // namespace

Result<CaseRun> CaseRun::start(const SoakCase& soak_case, std::uint64_t seed,
                               const fs::path& directory) {
  CaseRun run;
  run.case_ = &soak_case;
  run.seed_ = seed;
  run.directory_ = directory / (soak_case.name + "-" + std::to_string(seed));
  std::error_code error;
  fs::remove_all(run.directory_, error);  // a try before
  fs::create_directories(run.directory_ / "files", error);
  fs::create_directories(run.directory_ / "gpu", error);
  if (error) return Error{run.directory_.string() + ": " + error.message()};
  const Result<std::uint16_t> port = find_free_port();
  if (!port.ok()) return port.error();
  const nlohmann::json config = config_for(soak_case, seed, own_program().string(), port.value());
  if (Status failed = write_file(run.directory_ / "config.json", config.dump(2))) return *failed;
  auto process = LaunchedProcess::start(
      {"/proc/self/exe", "selftest", "--one", run.directory_.string(), "--command",
       soak_case.expect.is_diagnosis() ? "diagnose" : "run"},
      run.directory_ / "log",
      {"TMPDIR=" + (run.directory_ / "files").string(),
       "TTSOAK_STUB_GPU=" + (run.directory_ / "gpu").string(), library_path()});
  if (!process.ok()) return process.error();
  run.process_ = std::move(process).value();
  return run;
}

std::optional<Grade> CaseRun::poll() {
  const bool late = std::chrono::steady_clock::now() - started_ > kLongest;
  if (!late && !process_->poll()) return std::nullopt;
  process_->stop(std::chrono::seconds(10));
  std::error_code error;
  for (const char* left : {"files", "gpu"}) fs::remove_all(directory_ / left, error);
  return grade_of(case_->expect, directory_);
}

Error become_run(const fs::path& directory, const std::string& command) {
  const fs::path program = own_program();
  const std::vector<fs::path> keep = {program.parent_path(), stub_gpu().parent_path(), directory};
  if (const Status failed = make_folders_private(keep)) {
    std::cerr << "note: /tmp and /dev/shm are shared with other programs of this machine: "
              << failed->message << '\n';
  }
  const std::string config = (directory / "config.json").string();
  const std::string output = directory.string();
  ::execl(program.c_str(), "ttsoak", command.c_str(), config.c_str(), "--output", output.c_str(),
          nullptr);
  return errno_error(program.string());
}

}  // namespace ttsoak
