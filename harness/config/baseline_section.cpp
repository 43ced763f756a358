#include "harness/config/converters.h"
#include "harness/config/fields.h"
#include "harness/config/sections.h"

namespace ttsoak {

Status parse_baseline(const nlohmann::json& json, const std::string& path,
                      const std::filesystem::path& directory, BaselineSpec& baseline) {
  const std::string name = "the name of a file that 'ttsoak baseline' wrote";
  std::string file;
  if (json.is_string()) {
    file = json.get<std::string>();
    if (file.empty()) return Error{path + ": expected " + name + ", got \"\""};
  } else {
    Fields fields(json, path);
    fields.optional("file", file, name, as_text(is_not_empty));
    fields.optional("tolerance", baseline.tolerance, "a number from 0 to 1", as_share);
    fields.optional("growth_margin", baseline.growth_margin, "a size above zero such as \"10KiB\"",
                    as_bytes);
    fields.optional("unlike_machines", baseline.unlike_machines, "true or false", as_flag);
    if (Status error = fields.finish()) return error;
    if (file.empty()) return Error{path + ".file: missing; name " + name};
  }
  baseline.file = std::filesystem::absolute(directory / file);
  return std::nullopt;
}

nlohmann::json baseline_json(const BaselineSpec& baseline) {
  return {{"file", baseline.file.string()},
          {"tolerance", baseline.tolerance},
          {"growth_margin", exact_number(baseline.growth_margin) + "B"},
          {"unlike_machines", baseline.unlike_machines}};
}

}  // namespace ttsoak
