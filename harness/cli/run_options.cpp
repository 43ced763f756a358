#include "harness/cli/run_options.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "harness/api/apply_recipe.h"
#include "harness/api/recognise.h"
#include "harness/config/baseline_limits.h"
#include "harness/config/json_text.h"
#include "harness/config/profiles.h"
#include "harness/config/sections.h"
#include "harness/config/texts_file.h"
#include "harness/drive/request_template.h"
#include "probes/process/machine.h"

namespace ttsoak {
namespace {

// A plain command replaces the shell, so that the server itself is the root process and a signal
// that ends it is seen; env(1) takes the assignments in front of it. What only a shell can do
// ("cd x && ./server") keeps the shell as root.
std::string shell_command(const std::string& command) {
  const bool plain = command.find_first_of("&|;<>()\n") == std::string::npos;
  return plain ? "exec env " + command : command;
}

// Options are laid over the config in its JSON form and parsed again with it, so that every value
// meets the same checks and messages wherever it came from.
nlohmann::json overlay(const RunOptions& options) {
  nlohmann::json over = nlohmann::json::object();
  const auto set = [](nlohmann::json& slot, const auto& option) {
    if (option) slot = *option;
  };
  set(over["name"], options.name);
  if (options.diagnose) over["diagnose"] = true;
  if (options.until_decided) over["until_decided"] = true;
  if (options.log_requests) over["log_requests"] = true;
  if (options.baseline) over["baseline"] = std::filesystem::absolute(*options.baseline).string();
  set(over["api"], options.api);
  nlohmann::json& target = over["target"];
  set(target["url"], options.url);
  set(target["pid"], options.pid);
  set(target["container"], options.container);
  set(target["ready"]["path"], options.ready);
  if (options.launch) target["launch"] = {"/bin/sh", "-c", shell_command(*options.launch)};
  if (options.insecure) target["insecure"] = true;
  if (options.ca_file) target["ca_file"] = std::filesystem::absolute(*options.ca_file).string();
  if (options.no_trace) target["trace"]["enabled"] = false;
  if (options.no_experiments) target["experiments"] = false;
  set(target["trace"]["sample"], options.sample);
  if (options.in_process || !options.faults.empty()) target["in_process"] = true;
  if (!options.faults.empty()) target["faults"] = options.faults;
  nlohmann::json& workload = over["workload"];
  set(workload["profile"], options.profile);
  set(workload["concurrency"], options.concurrency);
  set(workload["seed"], options.seed);
  if (options.voice) workload["voices"] = {*options.voice};
  if (options.format) workload["formats"] = {*options.format};
  if (options.fresh) workload["fresh"] = true;
  set(workload["aborted_share"], options.aborted_share);
  if (options.texts_file) {
    workload["texts_file"] = std::filesystem::absolute(*options.texts_file).string();
  }
  set(over["thresholds"]["rss_growth_per_request"], options.budget);
  set(over["thresholds"]["rss_peak"], options.peak);
  set(over["output"]["directory"], options.output);
  return over;
}

// Slots that no option filled.
void drop_nulls(nlohmann::json& value) {
  if (!value.is_object()) return;
  for (auto field = value.begin(); field != value.end();) {
    drop_nulls(field.value());
    const bool empty = field->is_null() || (field->is_object() && field->empty());
    field = empty ? value.erase(field) : std::next(field);
  }
}

Result<nlohmann::json> read_config(const std::string& path) {
  const Result<std::string> text = read_small_file(path);
  if (!text.ok()) return text.error();
  Result<nlohmann::json> json = parse_json_text(text.value());
  if (!json.ok()) return json.error().with_context(path);
  return json;
}

// Lays the recipe that "api" names under the config, having found out which one it is where that is
// "auto".
Status settle_api(nlohmann::json& config) {
  const auto api = config.find("api");
  if (api == config.end() || !api->is_string()) return std::nullopt;
  std::string name = api->get<std::string>();
  if (name == "auto") {
    TargetSpec target;
    const nlohmann::json section = config.value("target", nlohmann::json::object());
    if (!section.is_object() || !section.contains("url")) {
      return Error{"--api auto: name the --url at which to ask"};
    }
    if (section.contains("launch")) {
      return Error{"--api auto asks a server that runs already; with --launch, name its api"};
    }
    if (Status error = parse_target(section, "target", target)) return error;
    Result<Recognised> found = recognise(target);
    if (!found.ok()) return found.error();
    name = found.value().recipe.name;
    std::cerr << "ttsoak: " << target.url << " is " << name << ": " << found.value().why << '\n';
    config["api"] = name;
  }
  const Result<Recipe> recipe = find_recipe(name);
  if (!recipe.ok()) return recipe.error();
  lay_under(recipe.value(), config);
  return std::nullopt;
}

// Takes out of the config what an option does not change but replaces.
void make_way(const RunOptions& options, bool in_process, nlohmann::json& config) {
  const auto target = config.find("target");
  if (target != config.end() && target->is_object()) {
    const bool was_in_process = target->value("in_process", nlohmann::json(false)) == true;
    if (in_process || (options.url && was_in_process)) config.erase(target);
  }
  const auto workload = config.find("workload");
  if (workload == config.end() || !workload->is_object()) return;
  if (options.texts_file) {
    workload->erase("texts");
    workload->erase("texts_file");
  }
  if (options.aborted_share) workload->erase("mix");
}

}  // namespace

void add_run_options(CLI::App& app, RunOptions& options) {
  app.add_option("CONFIG", options.config_path, "JSON with comments; see configs/");
  app.add_option("--ab", options.ab, "run these two configs in turn and compare them")->expected(2);
  app.add_option("--runs", options.runs, "of each of --ab; default 5")
      ->check(CLI::Range(1, 100))
      ->needs("--ab");
  app.add_option("--url", options.url, "base URL of the server, e.g. http://127.0.0.1:8880");
  app.add_option("--api", options.api,
                 "the server's interface: a name that 'ttsoak apis' lists, or auto to find out");
  app.add_option("--pid", options.pid,
                 "watch this process; default: the one that listens on the URL's port");
  app.add_option("--container", options.container,
                 "watch this container's processes; its name or id, of Docker or Podman");
  app.add_option("--launch", options.launch,
                 "start the server by this shell command, end it after");
  app.add_option("--ready", options.ready, "path that answers 2xx once the server is ready");
  app.add_flag("--in-process", options.in_process, "soak the reference engine inside ttsoak");
  app.add_option("--fault", options.faults, "a fault of the in-process engine, NAME=RATE");
  app.add_option("--requests", options.requests, "in all; default 1000, in cycles of 25");
  app.add_flag("--until-decided", options.until_decided,
               "go on until growth is decided: looks after 40, 80 and 160 cycles of 25");
  app.add_option("--concurrency", options.concurrency, "requests in flight; default 1");
  app.add_option("--voice", options.voice,
                 "the server's name of a voice; default: the first it lists");
  app.add_option("--format", options.format, "response_format: wav or pcm; default wav");
  app.add_option("--profile", options.profile, "traffic by a name: " + profile_names());
  app.add_option("--texts", options.texts_file,
                 "a file of texts: one a line, .csv with a column text, or .jsonl");
  app.add_flag("--fresh", options.fresh, "send no text twice");
  app.add_option("--aborts", options.aborted_share,
                 "share of requests, 0 to 1, whose client hangs up once audio comes; default 0");
  app.add_option("--seed", options.seed, "of the order within cycles; default 1");
  app.add_option("--budget", options.budget, "growth per request that is allowed; default 10KiB");
  app.add_option("--peak", options.peak, "RSS that is allowed, e.g. 3GiB; default: any");
  app.add_option("--name", options.name, "of the run directory; default soak");
  app.add_option("--output", options.output, "where run directories are made; default runs");
  app.add_flag("--no-trace", options.no_trace, "launch without the allocation tracer");
  app.add_flag("--no-experiments", options.no_experiments,
               "leave the target alone after the last cycle: no gc.collect, no malloc_trim");
  app.add_option("--baseline", options.baseline,
                 "hold the run to what 'ttsoak baseline' wrote of an earlier one");
  app.add_flag("--log-requests", options.log_requests,
               "a line on standard error for each request: the server's RSS before, during, after");
  app.add_flag("--diagnose", options.diagnose,
               "unless growth is sound, find out which kind of traffic makes the target grow");
  app.add_option("--sample", options.sample,
                 "mean distance of the tracer's samples; default 64KiB, 512KiB for production");
  app.add_option("--ca", options.ca_file, "certificates in PEM that may vouch for the server");
  app.add_flag("--insecure", options.insecure, "accept any TLS certificate");
}

void spread_requests(std::int64_t requests, WorkloadSpec& workload) {
  constexpr std::int64_t kPerCycle = 25;
  constexpr std::int64_t kCycles = 160;
  const std::int64_t per_cycle = std::max(kPerCycle, (requests + kCycles - 1) / kCycles);
  const std::int64_t cycles = (requests + per_cycle - 1) / per_cycle;
  workload.cycles = static_cast<int>(cycles);
  workload.requests_per_cycle = static_cast<int>((requests + cycles - 1) / cycles);
}

Result<RunConfig> make_run_config(const RunOptions& options) {
  const bool in_process = options.in_process || !options.faults.empty();
  nlohmann::json merged = nlohmann::json::object();
  if (!options.config_path.empty()) {
    Result<nlohmann::json> config = read_config(options.config_path);
    if (!config.ok()) return config.error();
    merged = std::move(config).value();
  } else if (!options.url && !options.api && !in_process) {
    return Error{
        "nothing to soak: name a config, a --url, an --api, or --in-process; see ttsoak run "
        "--help"};
  }
  if (options.url && !options.faults.empty()) {
    return Error{
        "--fault belongs to the engine in process and does not go with --url; start "
        "'ttsoak engine serve --fault ...' and soak that"};
  }
  if (merged.is_object()) {
    make_way(options, in_process, merged);
    nlohmann::json over = overlay(options);
    drop_nulls(over);
    merged.merge_patch(over);
    if (Status error = settle_api(merged)) return *error;
  }
  Result<RunConfig> config =
      parse_run_config(merged.dump(), std::filesystem::path(options.config_path).parent_path());
  if (!config.ok()) {
    return options.config_path.empty() ? config.error()
                                       : config.error().with_context(options.config_path);
  }
  if (Status error = check_environment(config.value().request)) return *error;
  if (options.requests) {
    if (config.value().until_decided) {
      return Error{"--requests does not go with --until-decided, which takes as many as it needs"};
    }
    if (*options.requests < 1) return Error{"--requests: expected a number from 1"};
    spread_requests(*options.requests, config.value().workload);
  }
  if (Status error = hold_to_baseline(describe_machine(), config.value())) return *error;
  return config;
}

}  // namespace ttsoak
