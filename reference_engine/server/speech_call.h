#pragma once

#include <string_view>
#include <variant>

#include "reference_engine/engine/speech_request.h"
#include "reference_engine/server/api_error.h"

namespace ttsoak {

class Engine;

enum class AudioFormat { wav, pcm };

// The body of POST /v1/audio/speech.
struct SpeechCall {
  SpeechRequest speech;
  AudioFormat format = AudioFormat::wav;
  bool stream = true;  // as Kokoro-FastAPI has it: chunks as they are ready
};

// Reads {"input", "voice", "response_format", "speed", "stream"}; "model" and unknown fields are
// ignored, since clients send what other servers know.
//
// The error is 400 for what is no JSON object, lacks input or voice, has a field of a wrong type,
// asks for a format other than wav and pcm, or for what Engine::check() says it cannot serve.
std::variant<SpeechCall, ApiError> parse_speech_call(std::string_view body, Engine& engine);

}  // namespace ttsoak
