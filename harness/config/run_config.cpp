#include "harness/config/run_config.h"

#include <utility>

#include "harness/config/converters.h"
#include "harness/config/default_corpus.h"
#include "harness/config/fields.h"
#include "harness/config/json_text.h"
#include "harness/config/sections.h"
#include "harness/config/texts_file.h"
#include "reports/trend/growth_rules.h"

namespace ttsoak {
namespace {

Status parse_output(const nlohmann::json& json, const std::string& path, std::string& directory) {
  Fields fields(json, path);
  fields.optional("directory", directory, "the name of a directory", as_text(is_not_empty));
  return fields.finish();
}

}  // namespace

Result<RunConfig> parse_run_config(std::string_view text, const std::filesystem::path& directory) {
  Result<nlohmann::json> json = parse_json_text(text);
  if (!json.ok()) return json.error();
  RunConfig config;
  std::string output = config.output_directory.string();
  config.workload.texts = default_corpus();

  Fields fields(json.value(), "");
  fields.ignored("$schema");
  fields.optional("name", config.name, "a string that is not empty", as_text(is_not_empty));
  // Laid under the config before it comes here: harness/api.
  fields.optional("api", config.api, "a name that 'ttsoak apis' lists", as_text(is_not_empty));
  fields.ignored("about");
  fields.ignored("probe");
  fields.ignored("expect");  // what selftest holds a verdict against
  fields.section("target", config.target, parse_target);
  fields.section("request", config.request, parse_request);
  fields.section("workload", config.workload,
                 [&](const nlohmann::json& section, const std::string& path, WorkloadSpec& out) {
                   return parse_workload(section, path, directory, out);
                 });
  fields.section("thresholds", config.thresholds, parse_thresholds);
  fields.section("baseline", config.baseline,
                 [&](const nlohmann::json& section, const std::string& path, BaselineSpec& out) {
                   return parse_baseline(section, path, directory, out);
                 });
  fields.optional("log_requests", config.log_requests, "true or false", as_flag);
  fields.optional("diagnose", config.diagnose, "true or false", as_flag);
  fields.optional("until_decided", config.until_decided, "true or false", as_flag);
  fields.section("output", output, parse_output);
  fields.require(fields.has("target"), "target", "missing; say what to soak");
  if (Status error = fields.finish()) return *error;

  if (config.until_decided) config.workload.cycles = kMostCyclesUntilDecided;
  config.output_directory = output;
  return config;
}

Result<RunConfig> load_run_config(const std::filesystem::path& path) {
  const Result<std::string> text = read_small_file(path);
  if (!text.ok()) return text.error();
  Result<RunConfig> config = parse_run_config(text.value(), path.parent_path());
  if (!config.ok()) return config.error().with_context(path.string());
  return config;
}

}  // namespace ttsoak
