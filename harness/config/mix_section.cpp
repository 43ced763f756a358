#include "harness/config/fields.h"
#include "harness/config/sections.h"
#include "reports/record/names.h"

namespace ttsoak {

Status parse_mix(const nlohmann::json& json, const std::string& path,
                 std::map<RequestKind, double>& mix) {
  const auto as_weight = [](const nlohmann::json& field) -> std::optional<double> {
    if (!field.is_number() || !(field.get<double>() >= 0 && field.get<double>() <= 1e6)) return {};
    return field.get<double>();
  };
  std::map<RequestKind, double> weights;

  Fields fields(json, path);
  for (std::size_t i = 0; i < kRequestKinds; ++i) {
    const auto kind = static_cast<RequestKind>(i);
    double weight = 0;
    fields.optional(to_string(kind).c_str(), weight, "a number from 0 to 1000000", as_weight);
    if (weight > 0) weights[kind] = weight;
  }
  if (Status error = fields.finish()) return error;

  if (weights.empty()) {
    return Error{path + ": expected a weight above 0 for one kind of request at least"};
  }
  mix = std::move(weights);
  return std::nullopt;
}

nlohmann::json mix_json(const std::map<RequestKind, double>& mix) {
  nlohmann::json out = nlohmann::json::object();
  for (const auto& [kind, weight] : mix) out[to_string(kind)] = weight;
  return out;
}

std::map<RequestKind, double> mix_of_aborts(double share) {
  std::map<RequestKind, double> mix;
  if (share < 1) mix[RequestKind::normal] = 1 - share;
  if (share > 0) mix[RequestKind::abort_first_audio] = share;
  return mix;
}

}  // namespace ttsoak
