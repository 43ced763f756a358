#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ttsoak {

// A list of names, some with a weight: ["a", {"name": "b", "weight": 4}] is b, b, a, b, b: each as
// often as its weight says (1 without one), spread evenly. Taking turns through it gives the skew.
// Nothing where it is no such list, is empty, a name is empty, or a weight is no integer from 1 to
// 100.
std::optional<std::vector<std::string>> as_weighted_list(const nlohmann::json& field);

}  // namespace ttsoak
