#include "harness/api/recipe.h"

#include <algorithm>

#include "harness/api/recipe_files.h"
#include "harness/config/converters.h"
#include "harness/config/fields.h"
#include "harness/config/json_text.h"

namespace ttsoak {
namespace {

Status parse_probe(const nlohmann::json& json, const std::string& path,
                   std::optional<Probe>& probe) {
  probe.emplace();
  Fields fields(json, path);
  fields.optional("path", probe->path, "a path", as_text(is_not_empty));
  fields.optional("status", probe->status, "an HTTP status", as_integer(100, 599));
  fields.optional("text", probe->text, "a string", as_text(is_not_empty));
  fields.optional("last", probe->last, "true or false", as_flag);
  fields.require(!probe->path.empty(), "path", "missing");
  return fields.finish();
}

std::vector<Recipe> parse_all() {
  std::vector<Recipe> all;
  for (const RecipeFile& file : recipe_files()) {
    Result<Recipe> recipe = parse_recipe(std::string(file.name), file.text);
    if (!recipe.ok()) abort_with(recipe.error().message.c_str());
    all.push_back(std::move(recipe).value());
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return all;
}

}  // namespace

Result<Recipe> parse_recipe(const std::string& name, std::string_view text) {
  Result<nlohmann::json> json = parse_json_text(text);
  if (!json.ok()) return json.error().with_context(name);
  Recipe recipe;
  recipe.name = name;
  recipe.config = std::move(json).value();

  Fields fields(recipe.config, "");
  fields.optional("about", recipe.about, "a string that is not empty", as_text(is_not_empty));
  fields.section("probe", recipe.probe, parse_probe);
  for (const char* section : {"target", "request", "workload"}) fields.ignored(section);
  fields.require(!recipe.about.empty(), "about", "missing");
  if (Status error = fields.finish()) return error->with_context(name);

  const nlohmann::json::json_pointer url("/target/url");
  if (!recipe.config.contains(url) || !recipe.config.at(url).is_string()) {
    return Error{name + ": target.url: missing"};
  }
  recipe.url = recipe.config.at(url).get<std::string>();
  recipe.config.erase("about");
  recipe.config.erase("probe");
  return recipe;
}

const std::vector<Recipe>& recipes() {
  static const std::vector<Recipe> all = parse_all();
  return all;
}

Result<Recipe> find_recipe(const std::string& name) {
  std::string known;
  for (const Recipe& recipe : recipes()) {
    if (recipe.name == name) return recipe;
    known += (known.empty() ? "" : ", ") + recipe.name;
  }
  return Error{"api \"" + name + "\": not known; there are auto, " + known};
}

}  // namespace ttsoak
