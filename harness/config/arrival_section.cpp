#include <algorithm>

#include "harness/config/converters.h"
#include "harness/config/fields.h"
#include "harness/config/replay_file.h"
#include "harness/config/sections.h"

namespace ttsoak {
namespace {

using std::chrono::milliseconds;
using Process = Arrival::Process;

constexpr double kLowestRate = 0.001;
constexpr double kHighestRate = 100000;
constexpr milliseconds kDay = std::chrono::hours(24);

std::optional<double> as_rate(const nlohmann::json& field) {
  if (!field.is_number()) return std::nullopt;
  const auto rate = field.get<double>();
  if (!(rate >= kLowestRate && rate <= kHighestRate)) return std::nullopt;
  return rate;
}

std::optional<Process> as_process(const nlohmann::json& field) {
  if (field == "closed") return Process::closed;
  if (field == "constant") return Process::constant;
  if (field == "poisson") return Process::poisson;
  if (field == "replay") return Process::replay;
  return std::nullopt;
}

std::optional<std::vector<Stage>> as_stages(const nlohmann::json& field) {
  if (!field.is_array() || field.empty()) return std::nullopt;
  std::vector<Stage> stages;
  for (const nlohmann::json& element : field) {
    if (!element.is_object() || element.size() != 2 || !element.contains("for_s") ||
        !element.contains("rate_per_s")) {
      return std::nullopt;
    }
    const auto lasts = as_seconds(milliseconds(1), kDay)(element["for_s"]);
    const auto rate = as_rate(element["rate_per_s"]);
    if (!lasts || !rate) return std::nullopt;
    stages.push_back({*lasts, *rate});
  }
  return stages;
}

std::optional<std::vector<nlohmann::json>> as_objects(const nlohmann::json& field) {
  if (!field.is_array() || field.empty()) return std::nullopt;
  return field.get<std::vector<nlohmann::json>>();
}

std::optional<double> as_speed(const nlohmann::json& field) {
  if (!field.is_number() || !(field.get<double>() > 0 && field.get<double>() <= 1e6)) return {};
  return field.get<double>();
}

Status read_replay(const std::vector<nlohmann::json>& inline_requests, const std::string& path,
                   const std::filesystem::path& file, Arrival& arrival) {
  auto entries = inline_requests.empty() ? read_replay_file(file) : parse_replay(inline_requests);
  const char* const key = inline_requests.empty() ? ".file" : ".requests";
  if (!entries.ok()) return entries.error().with_context(path + key);
  arrival.replay = std::move(entries).value();
  return std::nullopt;
}

}  // namespace

Status parse_arrival(const nlohmann::json& json, const std::string& path,
                     const std::filesystem::path& directory, Arrival& arrival) {
  const std::string a_rate = "a number from 0.001 to 100000";
  double rate = 0;
  std::string file;
  std::vector<nlohmann::json> requests;

  Fields fields(json, path);
  fields.optional("rate_per_s", rate, a_rate, as_rate);
  fields.optional("stages", arrival.stages,
                  "a list of {\"for_s\": seconds, \"rate_per_s\": " + a_rate + "}", as_stages);
  fields.optional("burst", arrival.burst, "an integer from 1 to 1024", as_integer(1, 1024));
  fields.optional("think_s", arrival.think, "a number of seconds from 0 to 86400",
                  as_seconds(milliseconds(0), kDay));
  fields.optional("file", file, "the name of a file", as_text(is_not_empty));
  fields.optional("requests", requests, "a list of objects", as_objects);
  fields.optional("speed", arrival.speed, "a number above 0, at most 1000000", as_speed);
  const bool rated = fields.has("rate_per_s") || fields.has("stages");
  const bool recorded = fields.has("file") || fields.has("requests");
  arrival.process = rated ? Process::constant : recorded ? Process::replay : Process::closed;
  fields.optional("process", arrival.process, "\"closed\", \"constant\", \"poisson\" or \"replay\"",
                  as_process);

  const bool by_rate = arrival.process == Process::constant || arrival.process == Process::poisson;
  fields.require(by_rate == rated, "rate_per_s",
                 "goes with the processes constant and poisson, and they need it or stages");
  fields.require(!fields.has("rate_per_s") || !fields.has("stages"), "stages",
                 "does not go with rate_per_s; remove one of them");
  fields.require((arrival.process == Process::replay) == recorded, "file",
                 "goes with the process replay, which needs it");
  fields.require(!fields.has("file") || !fields.has("requests"), "requests",
                 "does not go with file; remove one of them");
  fields.require(arrival.think.count() == 0 || !arrival.is_open(), "think_s",
                 "goes with the process closed: at a rate nobody waits for a reply");
  if (Status error = fields.finish()) return error;

  if (fields.has("rate_per_s")) arrival.stages = {{kDay, rate}};
  if (recorded) return read_replay(requests, path, directory / file, arrival);
  return std::nullopt;
}

nlohmann::json arrival_json(const Arrival& arrival) {
  const auto seconds = [](milliseconds time) { return static_cast<double>(time.count()) / 1000; };
  if (arrival.process == Process::closed) {
    return {{"process", "closed"}, {"think_s", seconds(arrival.think)}};
  }
  if (arrival.process == Process::replay) {
    return {
        {"process", "replay"}, {"speed", arrival.speed}, {"requests", replay_json(arrival.replay)}};
  }
  nlohmann::json stages = nlohmann::json::array();
  for (const Stage& stage : arrival.stages) {
    stages.push_back({{"for_s", seconds(stage.lasts)}, {"rate_per_s", stage.rate_per_s}});
  }
  return {{"process", arrival.process == Process::constant ? "constant" : "poisson"},
          {"stages", stages},
          {"burst", arrival.burst}};
}

}  // namespace ttsoak
