#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reports/verdict/report.h"

namespace ttsoak {

// Parts of the JSON report; arrays are empty and objects null where nothing is known.
nlohmann::json causes_json(const std::vector<Finding>& findings);
nlohmann::json trigger_json(const Trigger& trigger);    // null without a diagnosis
nlohmann::json composition_json(const Report& report);  // of RSS, by cycle
nlohmann::json things_json(const std::vector<GrowingThing>& things);
nlohmann::json python_json(const PythonRecord& python);
nlohmann::json retention_json(const RunRecord& record);
nlohmann::json cgroup_json(const std::vector<CgroupSample>& samples);
nlohmann::json experiments_json(const std::vector<Experiment>& experiments);
nlohmann::json limit_json(const std::optional<TimeToLimit>& limit);

}  // namespace ttsoak
