#include "harness/cli/trace_self.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "harness/target/tracer_setup.h"

namespace ttsoak {
namespace {

// Set in the second life only.
constexpr const char* kMark = "TTSOAK_TRACES_ITSELF";

Status restart_traced(const TraceSpec& trace, char** argv) {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "ttsoak-XXXXXX").string();
  if (error || ::mkdtemp(name.data()) == nullptr) return errno_error(name);
  const auto variables = tracer_environment({"/proc/self/exe"}, trace, name);
  if (!variables.ok()) {
    std::filesystem::remove(name, error);
    return variables.error();
  }
  for (const std::string& variable : variables.value()) {
    const std::size_t equals = variable.find('=');
    ::setenv(variable.substr(0, equals).c_str(), variable.c_str() + equals + 1, 1);
  }
  ::setenv(kMark, name.c_str(), 1);
  ::execv("/proc/self/exe", argv);
  const Error failed = errno_error("/proc/self/exe");
  std::filesystem::remove(name, error);
  ::unsetenv(kMark);
  return failed;
}

}  // namespace

void trace_self(const RunConfig& config, char** argv) {
  if (!config.target.in_process || !config.target.trace.enabled) return;
  if (std::getenv(kMark) != nullptr || std::getenv("TTSOAK_DIR") != nullptr) return;
  if (const Status error = restart_traced(config.target.trace, argv)) {
    std::cerr << "note: not traced: " << error->message << '\n';
  }
}

void clean_up_after_tracing_self() {
  const char* const directory = std::getenv(kMark);
  std::error_code ignored;
  if (directory != nullptr) std::filesystem::remove_all(directory, ignored);
}

}  // namespace ttsoak
