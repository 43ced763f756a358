#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/config/request_spec.h"
#include "harness/drive/failure.h"
#include "harness/drive/listener.h"

namespace ttsoak {

// Hears audio that comes in base64, in one JSON value or in many, and knows which of them are
// errors and which one is the end.
class JsonAudio {
 public:
  // Both must outlive it.
  JsonAudio(const AudioSpec& spec, Listener& listener) : spec_(&spec), listener_(&listener) {}

  // One JSON text; `event` is the name of the event that brought it, if one did.
  std::optional<Failure> take(std::string_view text, std::string_view event, RunTime now);

  // Call once, at the end. Errors: the stream was cut off, or no audio was in it.
  [[nodiscard]] std::optional<Failure> finish() const;

 private:
  const AudioSpec* spec_;
  Listener* listener_;
  bool done_ = false;
  std::string last_words_;  // of the last JSON without audio
};

}  // namespace ttsoak
