#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/config/workload_spec.h"
#include "probes/base/result.h"

namespace ttsoak {

// Recorded requests, JSON objects in any order: "at_s" (or "time"), seconds on any clock, is a
// must; "text", "voice", "format" are strings; every other field goes into the row. They come back
// by time, the first at zero.
//
// Errors: none at all, one without a time or with a field of another kind ("request 3: ...").
Result<std::vector<ReplayEntry>> parse_replay(const std::vector<nlohmann::json>& requests);

// The same from a file of one object a line; empty lines are left out. A file that does not begin
// with an object is taken for an access log, see parse_access_log().
// Errors also: it cannot be read, is larger than 16 MiB, or a line is neither.
Result<std::vector<ReplayEntry>> read_replay_file(const std::filesystem::path& path);

// The way back, for the run record.
nlohmann::json replay_json(const std::vector<ReplayEntry>& entries);

// The fields of `object` besides `taken`: strings as they are, all else as JSON.
Row row_of(const nlohmann::json& object, const std::vector<std::string>& taken);

}  // namespace ttsoak
