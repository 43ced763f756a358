#include "harness/config/weighted_list.h"

#include "harness/config/converters.h"
#include "harness/config/even_layout.h"

namespace ttsoak {
namespace {

struct Weighted {
  std::string name;
  int weight = 1;
};

std::optional<Weighted> as_weighted(const nlohmann::json& field) {
  const auto as_name = as_text(is_not_empty);
  if (!field.is_object()) {
    const auto name = as_name(field);
    return name ? std::optional(Weighted{*name, 1}) : std::nullopt;
  }
  if (field.size() != 2 || !field.contains("name") || !field.contains("weight")) return {};
  const auto name = as_name(field["name"]);
  const auto weight = as_integer(1, 100)(field["weight"]);
  if (!name || !weight) return std::nullopt;
  return Weighted{*name, *weight};
}

}  // namespace

std::optional<std::vector<std::string>> as_weighted_list(const nlohmann::json& field) {
  if (!field.is_array() || field.empty()) return std::nullopt;
  std::vector<std::string> names;
  std::vector<double> weights;
  std::size_t slots = 0;
  for (const nlohmann::json& element : field) {
    auto one = as_weighted(element);
    if (!one) return std::nullopt;
    names.push_back(std::move(one->name));
    weights.push_back(one->weight);
    slots += static_cast<std::size_t>(one->weight);
  }
  if (slots == names.size()) return names;  // as it stands
  std::vector<std::string> list;
  for (const std::size_t index : lay_out_evenly(weights, slots)) list.push_back(names[index]);
  return list;
}

}  // namespace ttsoak
