#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/config/run_config.h"
#include "probes/base/result.h"

namespace ttsoak {

// The options of `ttsoak run`. Those that are given override the config; without a config they
// override the defaults.
struct RunOptions {
  std::string config_path;
  std::optional<std::string> api, ca_file;
  std::optional<std::string> url, launch, ready, voice, format, name, output;
  std::optional<std::string> budget, peak, texts_file, sample;
  std::optional<pid_t> pid;
  std::optional<std::string> container;
  std::optional<std::int64_t> requests;
  std::optional<int> concurrency;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> faults;
  bool in_process = false;
  bool insecure = false;
  bool no_trace = false;
  bool no_experiments = false;
  bool diagnose = false;
  bool until_decided = false;
  bool log_requests = false;
  std::optional<std::string> baseline;
  std::vector<std::string> ab;  // two configs to be run in turn
  int runs = 5;                 // of each
  bool fresh = false;
  std::optional<std::string> profile;
  std::optional<double> aborted_share;
};

void add_run_options(CLI::App& app, RunOptions& options);

// The config that the options amount to, checked as a whole.
// Errors: as load_run_config(); neither a config nor a target; values that do not parse.
Result<RunConfig> make_run_config(const RunOptions& options);

// `requests` in all, as cycles: 25 requests each, up to 160 cycles, then more requests a cycle.
// The trend gains from more troughs up to there, and each one costs the time of a quiesce.
void spread_requests(std::int64_t requests, WorkloadSpec& workload);

}  // namespace ttsoak
