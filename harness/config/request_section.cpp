#include <algorithm>
#include <array>

#include "harness/config/converters.h"
#include "harness/config/fields.h"
#include "harness/config/pattern.h"
#include "harness/config/request_fields.h"
#include "harness/config/sections.h"

namespace ttsoak {
namespace {

constexpr std::size_t kMostSteps = 16;

bool is_audio(const std::string& name) {
  const std::array<std::string_view, 6> known = {"wav", "pcm", "mp3", "opus", "flac", "aac"};
  return std::find(known.begin(), known.end(), name) != known.end();
}

Status parse_audio(const nlohmann::json& json, const std::string& path, AudioSpec& audio) {
  std::string in(name_of(audio.in));
  Fields fields(json, path);
  fields.optional("in", in, "\"body\", \"json\", \"lines\", \"sse\", \"websocket\" or \"wyoming\"",
                  as_text([](const std::string& name) { return audio_in(name).has_value(); }));
  fields.optional("pointer", audio.pointer, "a JSON pointer such as \"/audio\"",
                  as_text(is_json_pointer));
  fields.optional("done", audio.done, kConditions, as_conditions);
  fields.optional("error", audio.error, kConditions, as_conditions);
  if (Status error = fields.finish()) return error;
  audio.in = *audio_in(in);
  const bool wrapped =
      audio.in == AudioIn::json || audio.in == AudioIn::lines || audio.in == AudioIn::sse;
  fields.require(!wrapped || fields.has("pointer"), "pointer",
                 "missing; say where in the JSON the audio is, e.g. \"/audio\"");
  return fields.finish();
}

Status parse_voices(const nlohmann::json& json, const std::string& path, VoiceList& voices) {
  Fields fields(json, path);
  fields.optional("path", voices.path, "a path that starts with / and has no spaces, or \"\"",
                  as_text([](const std::string& text) { return text.empty() || is_path(text); }));
  fields.optional("pointer", voices.pointer, "a JSON pointer such as \"/voices\", or \"\"",
                  as_text(is_json_pointer));
  fields.optional("otherwise", voices.otherwise, "a string that is not empty",
                  as_text(is_not_empty));
  return fields.finish();
}

Status parse_steps(const nlohmann::json& json, const std::string& path,
                   std::vector<RequestStep>& steps) {
  if (!json.is_array() || json.empty() || json.size() > kMostSteps) {
    return Error{path + ": expected a list of 1 to 16 steps"};
  }
  steps.clear();
  for (const nlohmann::json& element : json) {
    RequestStep step;
    const std::string here = path + "[" + std::to_string(steps.size()) + "]";
    Fields fields(element, here);
    read_step(fields, step);
    if (Status error = fields.finish()) return error;
    if (Status error = check_step(step, here, !steps.empty())) return error;
    steps.push_back(std::move(step));
  }
  return std::nullopt;
}

// What the media type of a reply is where nothing else is said.
std::string usual_content_type(AudioIn in) {
  switch (in) {
    case AudioIn::body:
      return "audio/";
    case AudioIn::json:
      return "application/json";
    case AudioIn::sse:
      return "text/event-stream";
    default:
      return "";
  }
}

}  // namespace

Status parse_request(const nlohmann::json& json, const std::string& path, RequestSpec& request) {
  RequestStep flat = RequestSpec::default_step();
  Fields fields(json, path);
  // The keys of one step, written flat: it is the only one then.
  read_step(fields, flat);
  fields.section("steps", request.steps, parse_steps);
  fields.section("audio", request.audio, parse_audio);
  fields.optional("expect", request.expect, "wav, pcm, mp3, opus, flac or aac", as_text(is_audio));
  request.content_type = usual_content_type(request.audio.in);
  fields.optional("content_type", request.content_type,
                  "the start of a media type, e.g. \"audio/\", or \"\" for any",
                  as_text(is_one_line));
  fields.optional("pcm_rate", request.pcm_rate, "an integer from 1000 to 384000",
                  as_integer(1000, 384000));
  fields.section("voices", request.voices, parse_voices);
  for (const char* key : kStepKeys) {
    fields.require(!fields.has("steps") || !fields.has(key), key,
                   "does not go with steps, each of which has its own; remove one of them");
  }
  if (Status error = fields.finish()) return error;
  if (fields.has("steps")) return std::nullopt;
  if (Status error = check_step(flat, path, false)) return error;
  request.steps = {std::move(flat)};
  return std::nullopt;
}

}  // namespace ttsoak
