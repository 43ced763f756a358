#include "reference_engine/engine/speech_request.h"

#include <algorithm>

#include "reference_engine/engine/voice_mix.h"

namespace ttsoak {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) {
    if (!all.empty()) all += ", ";
    all += name;
  }
  return all;
}

}  // namespace

std::size_t count_code_points(std::string_view utf8) {
  // Every code point has exactly one byte that is not a continuation byte (10xxxxxx).
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::optional<RequestDefect> find_defect(const SpeechRequest& request,
                                         const std::vector<std::string>& voices) {
  if (request.text.find_first_not_of(" \t\r\n\f\v") == std::string::npos) {
    return RequestDefect{"input", "empty_text", "input: nothing to say; give some text"};
  }
  if (const auto characters = count_code_points(request.text); characters > kMaxCharacters) {
    return RequestDefect{"input", "text_too_long",
                         "input: " + std::to_string(characters) + " characters; at most " +
                             std::to_string(kMaxCharacters) + " are allowed"};
  }
  if (!parse_voice_mix(request.voice, voices)) {
    return RequestDefect{"voice", "unknown_voice",
                         "voice: no voice \"" + request.voice + "\"; there are " + joined(voices) +
                             ", and mixes of up to 8, as \"" + voices.front() + "(2)+" +
                             voices.back() + "(1)\""};
  }
  // Written so that NaN is a defect too.
  if (!(request.speed >= kMinSpeed && request.speed <= kMaxSpeed)) {
    return RequestDefect{"speed", "bad_speed", "speed: expected a number from 0.25 to 4"};
  }
  return std::nullopt;
}

}  // namespace ttsoak
