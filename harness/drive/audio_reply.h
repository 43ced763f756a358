#pragma once

#include <string>

#include "harness/config/request_spec.h"
#include "harness/drive/json_audio.h"
#include "harness/drive/line_splitter.h"
#include "harness/drive/reply_reader.h"
#include "harness/drive/sse_parser.h"

namespace ttsoak {

// The reply that carries the audio: takes it out of what it comes wrapped in and lets the listener
// hear it as it comes.
//
// Held at most: one line or event of 16 MiB, or one JSON reply of 64 MiB.
class AudioReply : public ReplyReader {
 public:
  // Both must outlive it.
  AudioReply(const RequestSpec& spec, Listener& listener)
      : spec_(&spec), listener_(&listener), json_(spec.audio, listener) {}

  std::optional<Failure> begin(std::string_view media_type) override;
  std::optional<Failure> take(std::string_view bytes, RunTime now) override;
  std::optional<Failure> finish(RunTime now) override;

  [[nodiscard]] bool carries_audio() const override { return true; }
  [[nodiscard]] bool has_heard_anything() const override { return listener_->heard_bytes() > 0; }
  [[nodiscard]] bool has_heard_audio() const override { return listener_->has_heard_audio(); }

 private:
  [[nodiscard]] Failure misfit() const;

  const RequestSpec* spec_;
  Listener* listener_;
  JsonAudio json_;
  LineSplitter lines_{std::size_t{16} << 20U};
  SseParser events_;
  std::string whole_;             // of AudioIn::json
  std::string unexpected_type_;   // the media type, if it is not the one that was asked for
  std::string unexpected_words_;  // the first words of such a reply
  bool is_unexpected_ = false;
};

}  // namespace ttsoak
