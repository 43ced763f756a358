#include "harness/target/voices.h"

#include <nlohmann/json.hpp>

#include "harness/drive/http_get.h"

namespace ttsoak {
namespace {

// Of the reference engine; built with it.
constexpr const char* kEngineVoice = "slt";

// A name of a voice, in whatever it comes.
std::string name_in(const nlohmann::json& voice) {
  if (voice.is_string()) return voice.get<std::string>();
  if (voice.is_number_integer()) return voice.dump();
  for (const char* key : {"id", "name"}) {
    if (voice.is_object() && voice.contains(key)) return name_in(voice[key]);
  }
  return {};
}

}  // namespace

std::vector<std::string> listed_voices(const std::string& json, const std::string& pointer) {
  const nlohmann::json answer = nlohmann::json::parse(json, nullptr, false);
  const nlohmann::json::json_pointer place(pointer.empty() && answer.is_object() ? "/voices"
                                                                                 : pointer);
  if (answer.is_discarded() || !answer.contains(place)) return {};
  nlohmann::json found = answer.at(place);
  if (!found.is_array()) found = nlohmann::json::array({found});
  std::vector<std::string> voices;
  for (const nlohmann::json& voice : found) {
    if (std::string name = name_in(voice); !name.empty()) voices.push_back(std::move(name));
  }
  return voices;
}

std::vector<std::string> default_voices(const TargetSpec& target, const VoiceList& list, bool all) {
  if (target.in_process) return {kEngineVoice};
  const Result<Endpoint> endpoint = parse_endpoint(target.url);
  if (!endpoint.ok() || list.path.empty()) return {list.otherwise};
  const Result<HttpAnswer> answer =
      http_get(endpoint.value(), list.path, std::chrono::seconds(5), target);
  if (!answer.ok() || answer.value().status != 200) return {list.otherwise};
  std::vector<std::string> voices = listed_voices(answer.value().body, list.pointer);
  if (voices.empty()) return {list.otherwise};
  if (!all) voices.resize(1);
  return voices;
}

}  // namespace ttsoak
