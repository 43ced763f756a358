#include "reference_engine/server/speech_call.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "reference_engine/engine/engine.h"

namespace ttsoak {
namespace {

using Json = nlohmann::json;

ApiError wrong_type(const std::string& field, const std::string& expected) {
  return {400, field + ": expected " + expected, field, "invalid_type"};
}

std::optional<ApiError> read_text(const Json& body, const std::string& field, std::string& text) {
  const auto found = body.find(field);
  if (found == body.end()) return ApiError{400, field + ": missing", field, "missing_field"};
  if (!found->is_string()) return wrong_type(field, "a string");
  text = found->get<std::string>();
  return std::nullopt;
}

std::optional<ApiError> read_format(const Json& body, AudioFormat& format) {
  const auto found = body.find("response_format");
  if (found == body.end()) return std::nullopt;
  if (*found == "wav") {
    format = AudioFormat::wav;
  } else if (*found == "pcm") {
    format = AudioFormat::pcm;
  } else {
    return ApiError{400, "response_format: expected \"wav\" or \"pcm\", got " + found->dump(),
                    "response_format", "unsupported_format"};
  }
  return std::nullopt;
}

}  // namespace

std::variant<SpeechCall, ApiError> parse_speech_call(std::string_view text, Engine& engine) {
  const Json body = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!body.is_object()) {
    return ApiError{400, "the body is not a JSON object", "", "invalid_json"};
  }
  SpeechCall call;
  if (auto error = read_text(body, "input", call.speech.text)) return *error;
  if (auto error = read_text(body, "voice", call.speech.voice)) return *error;
  if (auto error = read_format(body, call.format)) return *error;
  if (const auto speed = body.find("speed"); speed != body.end()) {
    if (!speed->is_number()) return wrong_type("speed", "a number from 0.25 to 4");
    call.speech.speed = speed->get<double>();
  }
  if (const auto stream = body.find("stream"); stream != body.end()) {
    if (!stream->is_boolean()) return wrong_type("stream", "true or false");
    call.stream = stream->get<bool>();
  }
  if (const auto defect = engine.check(call.speech)) {
    return ApiError{400, defect->message, defect->field, defect->code};
  }
  return call;
}

}  // namespace ttsoak
