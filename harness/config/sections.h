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
nlohmann::json request_json(const RequestSpec& request);
Status parse_baseline(const nlohmann::json& json, const std::string& path,
                      const std::filesystem::path& directory, BaselineSpec& baseline);
nlohmann::json baseline_json(const BaselineSpec& baseline);
Status parse_thresholds(const nlohmann::json& json, const std::string& path, Thresholds& limits);

// Weights by the names of kinds. And the way back.
Status parse_mix(const nlohmann::json& json, const std::string& path,
                 std::map<RequestKind, double>& mix);
nlohmann::json mix_json(const std::map<RequestKind, double>& mix);
// The mix in which `share` (0..1) of the requests are aborted once audio has begun to come.
std::map<RequestKind, double> mix_of_aborts(double share);

// Reads the file of a replay, relative to `directory`. And the way back.
Status parse_arrival(const nlohmann::json& json, const std::string& path,
                     const std::filesystem::path& directory, Arrival& arrival);
nlohmann::json arrival_json(const Arrival& arrival);

// Reads "texts_file", relative to `directory`.
Status parse_workload(const nlohmann::json& json, const std::string& path,
                      const std::filesystem::path& directory, WorkloadSpec& workload);

}  // namespace ttsoak
