#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace ttsoak {

// How one piece of text becomes one HTTP request, and what must come back.
struct RequestSpec {
  std::string method = "POST";
  std::string path = "/v1/audio/speech";
  std::map<std::string, std::string> headers;
  // Every string in it may hold ${text}, ${voice}, ${format}.
  nlohmann::json body = {{"model", "tts-1"},
                         {"input", "${text}"},
                         {"voice", "${voice}"},
                         {"response_format", "${format}"}};
  std::string expect = "wav";           // "wav" or "pcm": what the body must be
  std::string content_type = "audio/";  // what the reply's media type must begin with; "" = any
  int pcm_rate = 24000;                 // Hz, mono, 16 bit; used where "pcm" carries no header

  bool operator==(const RequestSpec&) const = default;
};

}  // namespace ttsoak
