#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/config/run_config.h"
#include "probes/base/result.h"

namespace ttsoak {

// One parser for each section of the config; `path` is where it stands, for messages.
Status parse_target(const nlohmann::json& json, const std::string& path, TargetSpec& target);
Status parse_request(const nlohmann::json& json, const std::string& path, RequestSpec& request);
Status parse_thresholds(const nlohmann::json& json, const std::string& path, Thresholds& limits);

// Reads "texts_file", relative to `directory`.
Status parse_workload(const nlohmann::json& json, const std::string& path,
                      const std::filesystem::path& directory, WorkloadSpec& workload);

}  // namespace ttsoak
