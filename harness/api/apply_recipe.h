#pragma once

#include <nlohmann/json.hpp>

#include "harness/api/recipe.h"

namespace ttsoak {

// Lays what is known of a server under a run config: fields that `config` has stay, others are the
// recipe's. A config with "steps" of its own takes no part of the recipe's only step, nor the other
// way round; one that names another kind of body replaces it.
void lay_under(const Recipe& recipe, nlohmann::json& config);

}  // namespace ttsoak
