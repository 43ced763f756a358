#include "harness/config/replay_file.h"

#include <algorithm>
#include <cmath>

#include "harness/config/access_log.h"
#include "harness/config/texts_file.h"

namespace ttsoak {
namespace {

using nlohmann::json;

constexpr double kMicros = 1e6;
constexpr double kLongestSeconds = 1e10;  // clocks that count from 1970 are below it

Status read_text(const json& object, const char* key, std::string& text) {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  if (!found->is_string()) return Error{std::string(key) + ": expected a string"};
  text = found->get<std::string>();
  return std::nullopt;
}

Result<ReplayEntry> parse_entry(const json& object) {
  if (!object.is_object()) return Error{"expected an object in {}"};
  const char* const key = object.contains("at_s") ? "at_s" : "time";
  const auto time = object.find(key);
  if (time == object.end() || !time->is_number() ||
      !(std::abs(time->get<double>()) <= kLongestSeconds)) {
    return Error{"expected \"at_s\", the seconds at which it was sent"};
  }
  ReplayEntry entry;
  entry.at = RunTime(std::llround(time->get<double>() * kMicros));
  for (const auto& [name, text] :
       {std::pair{"text", &entry.text}, {"voice", &entry.voice}, {"format", &entry.format}}) {
    if (Status error = read_text(object, name, *text)) return *error;
  }
  entry.row = row_of(object, {"at_s", "time", "text", "voice", "format"});
  return entry;
}

}  // namespace

Row row_of(const json& object, const std::vector<std::string>& taken) {
  Row row;
  for (const auto& [key, value] : object.items()) {
    if (std::find(taken.begin(), taken.end(), key) != taken.end()) continue;
    row[key] = value.is_string() ? value.get<std::string>()
                                 : value.dump(-1, ' ', false, json::error_handler_t::replace);
  }
  return row;
}

Result<std::vector<ReplayEntry>> parse_replay(const std::vector<json>& requests) {
  if (requests.empty()) return Error{"no request in it; write one JSON object a line"};
  std::vector<ReplayEntry> entries;
  for (const json& request : requests) {
    Result<ReplayEntry> entry = parse_entry(request);
    if (!entry.ok()) {
      return entry.error().with_context("request " + std::to_string(entries.size() + 1));
    }
    entries.push_back(std::move(entry).value());
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.at < b.at; });
  const RunTime first = entries.front().at;
  for (ReplayEntry& entry : entries) entry.at -= first;
  return entries;
}

Result<std::vector<ReplayEntry>> read_replay_file(const std::filesystem::path& path) {
  const Result<std::vector<std::string>> lines = read_texts_file(path);
  if (!lines.ok()) return lines.error();
  if (!lines.value().empty() && !lines.value().front().starts_with('{')) {
    Result<std::vector<ReplayEntry>> entries = parse_access_log(lines.value());
    if (!entries.ok()) return entries.error().with_context(path.string());
    return entries;
  }
  std::vector<json> requests;
  for (const std::string& line : lines.value()) {
    requests.push_back(json::parse(line, nullptr, false));
    if (requests.back().is_discarded()) {
      return Error{path.string() + ", request " + std::to_string(requests.size()) +
                   ": not valid JSON"};
    }
  }
  Result<std::vector<ReplayEntry>> entries = parse_replay(requests);
  if (!entries.ok()) return entries.error().with_context(path.string());
  return entries;
}

json replay_json(const std::vector<ReplayEntry>& entries) {
  json list = json::array();
  for (const ReplayEntry& entry : entries) {
    json one = entry.row;
    if (one.is_null()) one = json::object();
    one["at_s"] = static_cast<double>(entry.at.count()) / kMicros;
    if (!entry.text.empty()) one["text"] = entry.text;
    if (!entry.voice.empty()) one["voice"] = entry.voice;
    if (!entry.format.empty()) one["format"] = entry.format;
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace ttsoak
