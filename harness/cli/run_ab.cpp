#include "harness/cli/run_ab.h"

#include <array>
#include <iostream>
#include <string>
#include <vector>

#include "harness/cli/compare_sides.h"

namespace ttsoak {
namespace {

constexpr std::array kLetters = {"a", "b"};

ExitStatus fail(const std::string& message) {
  std::cerr << "ttsoak run --ab: " << message << '\n';
  return ExitStatus::error;
}

Result<RunConfig> config_of(RunOptions options, std::size_t side) {
  options.config_path = options.ab.at(side);
  Result<RunConfig> config = make_run_config(options);
  if (!config.ok()) return config.error();
  if (config.value().target.launch.empty()) {
    return Error{options.config_path +
                 ": each run needs a server of its own; say how to start it: target.launch"};
  }
  config.value().name = std::string(kLetters.at(side)) + "-" + config.value().name;
  return config;
}

}  // namespace

ExitStatus run_ab(const RunOptions& options, const std::atomic<bool>& stop,
                  const std::function<Result<SoakResult>(const RunConfig&)>& soak) {
  if (!options.config_path.empty()) {
    return fail(options.config_path + ": --ab names its own two configs");
  }
  const std::array configs = {config_of(options, 0), config_of(options, 1)};
  for (const auto& config : configs) {
    if (!config.ok()) return fail(config.error().message);
  }
  std::array<std::vector<std::string>, 2> directories;
  for (int i = 0; i < 2 * options.runs; ++i) {
    const auto side = static_cast<std::size_t>((i + 1) / 2 % 2);  // A B B A A B B A
    std::cerr << "run " << i + 1 << " of " << 2 * options.runs << ": " << options.ab.at(side)
              << '\n';
    const Result<SoakResult> result = soak(configs.at(side).value());
    if (!result.ok()) return fail(result.error().message);
    directories.at(side).push_back(result.value().directory.string());
    std::cout << result.value().directory.string() << "  " << result.value().report.verdict.sentence
              << '\n';
    if (stop) return fail("interrupted; the runs so far can be compared with 'ttsoak compare'");
  }
  std::cout << '\n';
  return compare_sides("run --ab", directories[0], directories[1], CompareOptions{});
}

}  // namespace ttsoak
