#include "reports/cause/traffic.h"

#include <nlohmann/json.hpp>

namespace ttsoak {
namespace {

// The config that the run recorded says so; one that cannot be read says nothing.
bool planned_fresh_texts(const RunHeader& header) {
  const auto config = header.manifest.find("config");
  if (config == header.manifest.end()) return false;
  const auto parsed = nlohmann::json::parse(config->second, nullptr, false);
  const nlohmann::json::json_pointer place("/workload/fresh");
  return parsed.is_object() && parsed.contains(place) && parsed.at(place) == true;
}

}  // namespace

Traffic traffic_of(const RunRecord& record) {
  Traffic traffic;
  double errors = 0;
  double aborted = 0;
  for (const CycleMark& cycle : record.cycles) {
    traffic.requests += static_cast<double>(cycle.requests);
    errors += static_cast<double>(cycle.errors);
    traffic.errors_by_cycle[cycle.cycle] = static_cast<double>(cycle.errors);
    const auto found = record.aborted_by_cycle.find(cycle.cycle);
    if (found != record.aborted_by_cycle.end()) aborted += static_cast<double>(found->second);
  }
  traffic.cycles = static_cast<double>(record.cycles.size());
  if (traffic.requests > 0) {
    traffic.error_share = errors / traffic.requests;
    traffic.aborted_share = aborted / traffic.requests;
  }
  traffic.fresh_texts = planned_fresh_texts(record.header);
  return traffic;
}

}  // namespace ttsoak
