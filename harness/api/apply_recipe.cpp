#include "harness/api/apply_recipe.h"

#include "harness/config/request_fields.h"

namespace ttsoak {
namespace {

// Takes out of the recipe's request what the config's own does not change but replaces.
void make_way(const nlohmann::json& own, nlohmann::json& request) {
  const auto has_any_step_key = [](const nlohmann::json& section) {
    for (const char* key : kStepKeys) {
      if (section.contains(key)) return true;
    }
    return false;
  };
  if (own.contains("steps")) {
    for (const char* key : kStepKeys) request.erase(key);
  } else if (has_any_step_key(own)) {
    request.erase("steps");
  }
  for (const char* body : {"body", "form", "multipart"}) {
    if (!own.contains(body)) continue;
    for (const char* other : {"body", "form", "multipart"}) {
      if (std::string_view(other) != body) request.erase(other);
    }
  }
}

}  // namespace

void lay_under(const Recipe& recipe, nlohmann::json& config) {
  if (!config.is_object()) return;
  nlohmann::json merged = recipe.config;
  const auto own = config.find("request");
  if (own != config.end() && own->is_object()) make_way(*own, merged["request"]);
  merged.merge_patch(config);
  config = std::move(merged);
}

}  // namespace ttsoak
