#include "harness/drive/json_audio.h"

#include "harness/config/json_text.h"
#include "harness/drive/base64.h"

namespace ttsoak {
namespace {

using nlohmann::json;

// What stands at `pointer`; null where nothing does.
const json* at(const json& value, const std::string& pointer) {
  const json::json_pointer place(pointer);
  return value.contains(place) ? &value.at(place) : nullptr;
}

bool holds(const StringMap& conditions, const json& value, std::string_view event) {
  for (const auto& [place, wanted] : conditions) {
    if (place == "event") {
      if (event == wanted) return true;
      continue;
    }
    const json* found = at(value, place);
    if (found == nullptr || found->is_null()) continue;
    if (wanted == "*" || (found->is_string() ? *found == wanted : found->dump() == wanted)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<Failure> JsonAudio::take(std::string_view text, std::string_view event, RunTime now) {
  if (text == "[DONE]") {  // how OpenAI's older streams end
    done_ = true;
    return std::nullopt;
  }
  const Result<json> parsed = parse_json_text(text);
  if (!parsed.ok()) {
    return Failure{RequestError::error_in_body, "no JSON where audio should be: " + excerpt(text)};
  }
  const json& value = parsed.value();
  if (holds(spec_->error, value, event)) {
    return Failure{RequestError::error_in_body, excerpt(text)};
  }
  if (holds(spec_->done, value, event)) done_ = true;
  const json* audio = spec_->pointer.empty() ? nullptr : at(value, spec_->pointer);
  if (audio == nullptr || !audio->is_string()) {
    last_words_ = excerpt(text);
    return std::nullopt;
  }
  const auto bytes = decode_base64(audio->get_ref<const std::string&>());
  if (!bytes) {
    return Failure{RequestError::bad_audio, "no base64 at " + spec_->pointer + ": " +
                                                excerpt(audio->get_ref<const std::string&>())};
  }
  listener_->hear(*bytes, now);
  return std::nullopt;
}

std::optional<Failure> JsonAudio::finish() const {
  const bool wrapped = !spec_->pointer.empty();
  if (wrapped && listener_->heard_bytes() == 0) {
    return Failure{RequestError::error_in_body,
                   "no audio at " + spec_->pointer + " of the reply: " + last_words_};
  }
  if (!spec_->done.empty() && !done_) {
    return Failure{RequestError::bad_audio, "the stream ended before its last event"};
  }
  return std::nullopt;
}

}  // namespace ttsoak
