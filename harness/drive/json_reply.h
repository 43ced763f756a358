#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/config/request_spec.h"
#include "harness/drive/reply_reader.h"
#include "harness/drive/sse_parser.h"

namespace ttsoak {

// The reply of a step that another one follows: JSON, or a stream of events of which one brings it.
// At most 16 MiB are held.
class JsonReply : public ReplyReader {
 public:
  // Must outlive it.
  explicit JsonReply(const RequestStep& step) : step_(&step) {}

  std::optional<Failure> begin(std::string_view media_type) override;
  std::optional<Failure> take(std::string_view bytes, RunTime now) override;
  std::optional<Failure> finish(RunTime now) override;

  // What it was; after finish() said that nothing is wrong.
  [[nodiscard]] const nlohmann::json& json() const { return json_; }

  // Puts what the step saves of it into `saved`.
  [[nodiscard]] std::optional<Failure> save_into(nlohmann::json& saved) const;

 private:
  const RequestStep* step_;
  SseParser events_;
  std::string text_;
  bool complete_ = false;  // the event was there
  nlohmann::json json_;
};

}  // namespace ttsoak
