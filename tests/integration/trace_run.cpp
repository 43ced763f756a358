#include "tests/integration/trace_run.h"

#include <fstream>
#include <iterator>
#include <thread>

#include "gmock/gmock.h"
#include "reports/record/heap_profile.h"

namespace ttsoak {
namespace {

using namespace std::chrono_literals;

std::vector<std::string> trace_command(std::vector<std::string> command,
                                       const std::filesystem::path& directory) {
  // setsid(1): the child leads a group, which a Ctrl-C reaches as a whole.
  command.insert(command.begin(), {"setsid", kTtsoak, "trace", "-o", directory.string(), "--"});
  return command;
}

}  // namespace

TraceRun::TraceRun(std::vector<std::string> command)
    : child_(trace_command(std::move(command), directory()), {"TTSOAK_BUDGET=1000000000"}) {}

void TraceRun::wait_for_a_look() const {
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  while (true) {
    const Result<HeapProfile> profile = read_heap_profile(directory());
    if (profile.ok() && !profile.value().stacks.empty()) return;
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << profile.error().message << errors();
    std::this_thread::sleep_for(50ms);
  }
}

void TraceRun::wait_for_output(const std::string& text) const {
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  while (output().find(text) == std::string::npos) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << output() << errors();
    std::this_thread::sleep_for(20ms);
  }
}

std::string TraceRun::report(const std::vector<std::string>& options) const {
  std::vector<std::string> command = {kTtsoak, "report", directory().string()};
  command.insert(command.end(), options.begin(), options.end());
  Child report(std::move(command));
  EXPECT_EQ(report.wait(60s), 0) << report.errors();
  return report.output();
}

std::string TraceRun::file(const std::string& name) const {
  std::ifstream file(directory() / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string first_live_stack(const std::string& profile) {
  const std::size_t start = profile.find("\n1. ");
  if (!profile.starts_with("Live: ") || start == std::string::npos) return "none in: " + profile;
  return profile.substr(start + 1, profile.find('\n', start + 1) - start - 1);
}

}  // namespace ttsoak
