#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "harness/config/request_spec.h"
#include "harness/config/target_spec.h"
#include "harness/config/workload_spec.h"
#include "probes/base/result.h"
#include "reports/record/run_header.h"

namespace ttsoak {

// What an earlier run measured, to be held to.
struct BaselineSpec {
  std::filesystem::path file;      // written by 'ttsoak baseline'; empty = none
  double tolerance = 0.10;         // share by which memory may be above it
  double growth_margin = 10240.0;  // bytes per request by which growth may be above it
  bool unlike_machines = false;    // use it although it was made on another machine

  bool operator==(const BaselineSpec&) const = default;
};

// Everything a run is told. Defaults are what `ttsoak run --url URL` uses.
struct RunConfig {
  std::string name = "soak";
  std::string api;  // the recipe that was laid under the config, for people; empty = none
  TargetSpec target;
  RequestSpec request;
  WorkloadSpec workload;
  Thresholds thresholds;
  BaselineSpec baseline;
  // After the last cycle, unless growth is sound: which kind of traffic makes the target grow?
  bool diagnose = false;
  // The run goes on, 160 cycles at most, until a look after 40, 80 or 160 decides on growth.
  bool until_decided = false;
  bool log_requests = false;                        // a line on standard error for each request
  std::filesystem::path output_directory = "runs";  // each run makes a directory of its own in it

  bool operator==(const RunConfig&) const = default;
};

// Parses a config: JSON with // and /* */ comments. Relative file names in it ("texts_file") are
// taken from `directory`, where the config lies.
//
// Errors name the path, what was expected and what was found
// ("workload.cycles: expected an integer from 1 to 1000000, got \"ten\""); unknown keys are errors.
Result<RunConfig> parse_run_config(std::string_view text, const std::filesystem::path& directory);

// Reads and parses the file at `path`. Errors also: it cannot be read.
Result<RunConfig> load_run_config(const std::filesystem::path& path);

// The config as canonical JSON, defaults filled in: goes into the run record. Parsed again, what
// parse_run_config() has accepted gives an equal config.
nlohmann::json to_json(const RunConfig& config);

}  // namespace ttsoak
