#include "harness/run/manifest.h"

#include <algorithm>
#include <ctime>

#include "harness/config/pattern.h"
#include "harness/run/version.h"
#include "probes/process/machine.h"
#include "probes/process/secrets.h"

namespace ttsoak {
namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, length};
}

// A command of several words in one string, masked word by word.
std::string masked_words(std::string words) {
  std::replace(words.begin(), words.end(), ' ', '\0');
  return masked_command(words + '\0');
}

std::string launched_command(const TargetSpec& target) {
  std::string words;
  for (const std::string& argument : target.launch) words += argument + ' ';
  if (!words.empty()) words.pop_back();
  return masked_words(words);
}

// The value of a header may be a secret in any form; the name of a variable that holds it is none.
std::string masked_header(const std::string& value) {
  std::string masked(kMask);
  const auto pieces = parse_pattern(value);
  if (!pieces.ok()) return masked;
  for (const PatternPiece& piece : pieces.value()) {
    if (piece.placeholder == Placeholder::env) masked += "${env." + piece.text + "}";
  }
  return masked;
}

std::string recorded_config(RunConfig config) {
  for (RequestStep& step : config.request.steps) {
    for (auto& [name, value] : step.headers) value = masked_header(value);
  }
  for (std::string& argument : config.target.launch) argument = masked_words(argument);
  config.target.url = mask_urls(config.target.url);
  return to_json(config).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Result<RunHeader> describe_run(const RunConfig& config, std::optional<pid_t> root,
                               const std::string& command_line) {
  RunHeader header;
  header.name = config.name;
  header.thresholds = config.thresholds;
  header.cycles_planned = config.workload.cycles;
  header.requests_per_cycle = config.workload.requests_per_cycle;
  header.concurrency = config.workload.concurrency;
  header.manifest = describe_machine();
  if (root) {
    const auto target = describe_process(*root);
    if (!target.ok()) return target.error();
    for (const auto& [key, value] : target.value()) header.manifest["target." + key] = value;
  } else {
    header.manifest["target.command"] = launched_command(config.target);
  }
  header.manifest["ttsoak.version"] = kVersion;
  header.manifest["ttsoak.command"] = masked_words(command_line);
  header.manifest["started"] = utc_now();
  header.manifest["config"] = recorded_config(config);
  if (config.until_decided) header.manifest[kUntilDecided] = "true";
  header.manifest["seed"] = std::to_string(config.workload.seed);
  header.manifest["target.url"] =
      config.target.in_process ? "in process" : mask_urls(config.target.url);
  return header;
}

}  // namespace ttsoak
