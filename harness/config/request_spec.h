#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ttsoak {

using StringMap = std::map<std::string, std::string>;

// One request of an exchange. Every string but `method`, `event` and `save` may hold placeholders
// (config/pattern.h), each filled in the form of its place: percent-encoded in paths and queries,
// as a JSON string in JSON...
struct RequestStep {
  std::string method = "POST";
  std::string path = "/v1/audio/speech";
  StringMap query;  // put behind the path
  StringMap headers;
  // JSON to send, or a string to send as it is, or null. At most one of the three is not empty.
  nlohmann::json body;
  StringMap form;       // application/x-www-form-urlencoded
  StringMap multipart;  // multipart/form-data
  // Of a step before the last, whose reply is JSON: if not empty, the reply is a stream of events,
  // and the JSON is the data of the one of this name.
  std::string event;
  StringMap save;  // NAME for ${saved.NAME} -> JSON pointer into the reply

  bool operator==(const RequestStep&) const = default;
};

// How the audio comes in the reply of the last step.
enum class AudioIn {
  body,       // the body is the audio, whole or in chunks
  json,       // the body is JSON with audio in base64 at `pointer`
  lines,      // each line of the body is such JSON
  sse,        // the data of each event is such JSON (server-sent events)
  websocket,  // binary messages are audio, text messages JSON
  wyoming,    // the Wyoming protocol over TCP
};

struct AudioSpec {
  AudioIn in = AudioIn::body;
  std::string pointer;  // JSON pointer to audio in base64
  // JSON pointer, or "event" for the name of an event -> the value there, "*" for any but null.
  // Any of `error` makes the reply an error, any of `done` is the end of the stream, without which
  // it was cut off.
  StringMap done;
  StringMap error;

  bool operator==(const AudioSpec&) const = default;
};

// Where the server lists its voices: a list of names or of objects with an "id" or "name", of which
// the first is taken, or a single name or number.
struct VoiceList {
  std::string path = "/v1/audio/voices";  // "": nowhere
  std::string pointer;                    // into the JSON; "": a list at the top, or under "voices"
  std::string otherwise = "alloy";        // where it lists none

  bool operator==(const VoiceList&) const = default;
};

// How one piece of text becomes one exchange, and what must come back.
struct RequestSpec {
  std::vector<RequestStep> steps = {default_step()};  // never empty
  AudioSpec audio;
  // What the audio must be: wav, pcm, mp3, opus, flac or aac. Of wav, ${format} may say otherwise.
  std::string expect = "wav";
  std::string content_type = "audio/";  // what the reply's media type must begin with; "" = any
  int pcm_rate = 24000;                 // Hz, mono, 16 bit; used where "pcm" carries no header
  VoiceList voices;

  // What clones of OpenAI's interface take.
  static RequestStep default_step() {
    RequestStep step;
    step.body = {{"model", "tts-1"},
                 {"input", "${text}"},
                 {"voice", "${voice}"},
                 {"response_format", "${format}"}};
    return step;
  }

  bool operator==(const RequestSpec&) const = default;
};

}  // namespace ttsoak
