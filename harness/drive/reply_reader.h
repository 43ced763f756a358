#pragma once

#include <optional>
#include <string_view>

#include "harness/drive/failure.h"
#include "probes/base/clock.h"

namespace ttsoak {

// Takes the reply to one HTTP request, of a status 2xx, as it comes. Each call says what is wrong,
// if something is; nothing follows then.
//
// There are three: the audio of the last step, the JSON of one before it, and plain text.
class ReplyReader {
 public:
  virtual ~ReplyReader() = default;

  virtual std::optional<Failure> begin(std::string_view media_type) = 0;
  virtual std::optional<Failure> take(std::string_view bytes, RunTime now) = 0;
  virtual std::optional<Failure> finish(RunTime now) = 0;

  // Of a reply that carries the audio: how far that has come, as Listener says.
  [[nodiscard]] virtual bool carries_audio() const { return false; }
  [[nodiscard]] virtual bool has_heard_anything() const { return false; }
  [[nodiscard]] virtual bool has_heard_audio() const { return false; }

 protected:
  ReplyReader() = default;
  ReplyReader(const ReplyReader&) = default;
  ReplyReader& operator=(const ReplyReader&) = default;
};

}  // namespace ttsoak
