#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reports/record/threshold_rule.h"

namespace ttsoak {

// What a run is judged against. An absent threshold is not checked.
struct Thresholds {
  std::optional<double> rss_growth_bytes_per_request = 10.0 * 1024;
  std::optional<std::int64_t> rss_peak_bytes;
  std::optional<double> error_rate = 0.01;  // 0..1
  std::optional<double> ttfb_p95_ms;
  // Written as expressions, in the order of the config; beside what the above say.
  std::vector<ThresholdRule> rules = {};

  bool operator==(const Thresholds&) const = default;
};

// Entry of the manifest of a run that went on until it was decided.
constexpr const char* kUntilDecided = "until_decided";

// What is known when a run starts: written first, and all that judging needs besides what was
// observed.
struct RunHeader {
  std::string name;  // of the config, for people
  Thresholds thresholds;
  int cycles_planned = 0;
  int requests_per_cycle = 0;
  int concurrency = 0;
  // Who and where: "machine.cpu", "kernel", "libc", "target.command", "target.env.OMP_NUM_THREADS",
  // "config", "seed", "ttsoak.version"... Secrets are masked before they get here.
  std::map<std::string, std::string> manifest;
};

}  // namespace ttsoak
