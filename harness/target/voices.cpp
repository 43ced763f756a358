#include "harness/target/voices.h"

#include <nlohmann/json.hpp>

#include "harness/drive/http_get.h"

namespace ttsoak {
namespace {

// Of the reference engine; built with it.
constexpr const char* kEngineVoice = "slt";
constexpr const char* kOpenAiVoice = "alloy";

}  // namespace

std::string first_voice(const std::string& json) {
  const nlohmann::json answer = nlohmann::json::parse(json, nullptr, false);
  const nlohmann::json& list =
      answer.is_object() && answer.contains("voices") ? answer["voices"] : answer;
  if (!list.is_array() || list.empty()) return {};
  const nlohmann::json& first = list.front();
  if (first.is_string()) return first.get<std::string>();
  for (const char* key : {"id", "name"}) {
    if (first.is_object() && first.contains(key) && first[key].is_string()) {
      return first[key].get<std::string>();
    }
  }
  return {};
}

std::vector<std::string> default_voices(const TargetSpec& target) {
  if (target.in_process) return {kEngineVoice};
  const Result<Endpoint> endpoint = parse_endpoint(target.url);
  if (!endpoint.ok()) return {kOpenAiVoice};
  const Result<HttpAnswer> answer =
      http_get(endpoint.value(), "/v1/audio/voices", std::chrono::seconds(5), target.insecure);
  if (!answer.ok() || answer.value().status != 200) return {kOpenAiVoice};
  const std::string voice = first_voice(answer.value().head);
  return {voice.empty() ? kOpenAiVoice : voice};
}

}  // namespace ttsoak
