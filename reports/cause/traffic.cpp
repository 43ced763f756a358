#include "reports/cause/traffic.h"

#include <nlohmann/json.hpp>
#include <numeric>

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

double refused(const std::pair<const RequestKind, KindCounts>& kind) {
  const auto& [what, counts] = kind;
  return is_erroneous(what) ? static_cast<double>(counts.requests - counts.errors) : 0;
}

double refused_in(const RunRecord& record, int cycle) {
  const auto kinds = record.kinds_by_cycle.find(cycle);
  if (kinds == record.kinds_by_cycle.end()) return 0;
  return std::accumulate(kinds->second.begin(), kinds->second.end(), 0.0,
                         [](double sum, const auto& kind) { return sum + refused(kind); });
}

}  // namespace

Traffic traffic_of(const RunRecord& record) {
  Traffic traffic;
  double errors = 0;
  double aborted = 0;
  for (const CycleMark& cycle : record.cycles) {
    traffic.requests += static_cast<double>(cycle.requests);
    const double failed = static_cast<double>(cycle.errors) + refused_in(record, cycle.cycle);
    errors += failed;
    traffic.errors_by_cycle[cycle.cycle] = failed;
    const auto found = record.aborted_by_cycle.find(cycle.cycle);
    if (found != record.aborted_by_cycle.end()) aborted += static_cast<double>(found->second);
  }
  traffic.cycles = static_cast<double>(record.cycles.size());
  if (traffic.requests > 0) {
    traffic.error_share = errors / traffic.requests;
    traffic.aborted_share = aborted / traffic.requests;
  }
  for (const auto& kind : record.totals.by_kind) {
    if (refused(kind) > 0) traffic.refused_shares.push_back(refused(kind) / traffic.requests);
  }
  traffic.fresh_texts = planned_fresh_texts(record.header);
  return traffic;
}

}  // namespace ttsoak
