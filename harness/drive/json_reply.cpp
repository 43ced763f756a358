#include "harness/drive/json_reply.h"

#include "harness/config/json_text.h"

namespace ttsoak {
namespace {

constexpr std::size_t kLargest = std::size_t{16} << 20U;

}  // namespace

std::optional<Failure> JsonReply::begin(std::string_view) { return std::nullopt; }

std::optional<Failure> JsonReply::take(std::string_view bytes, RunTime) {
  if (step_->event.empty()) {
    if (text_.size() + bytes.size() > kLargest) {
      return Failure{RequestError::protocol, "a JSON reply larger than 16 MiB"};
    }
    text_.append(bytes);
    return std::nullopt;
  }
  std::optional<Failure> failure;
  const Status status = events_.feed(bytes, [&](const ServerEvent& event) -> Status {
    if (event.name == "error") {
      failure = Failure{RequestError::error_in_body, "event \"error\": " + excerpt(event.data)};
      return Error{};
    }
    if (event.name != step_->event) return std::nullopt;
    text_ = event.data;
    complete_ = true;
    return std::nullopt;
  });
  if (status && !failure) failure = Failure{RequestError::protocol, status->message};
  return failure;
}

std::optional<Failure> JsonReply::finish(RunTime) {
  if (!step_->event.empty() && !complete_) {
    return Failure{RequestError::bad_audio,
                   "the stream ended before its event \"" + step_->event + "\""};
  }
  Result<nlohmann::json> parsed = parse_json_text(text_);
  if (!parsed.ok()) {
    return Failure{RequestError::error_in_body, "no JSON: " + excerpt(text_)};
  }
  json_ = std::move(parsed).value();
  return std::nullopt;
}

std::optional<Failure> JsonReply::save_into(nlohmann::json& saved) const {
  for (const auto& [name, pointer] : step_->save) {
    const nlohmann::json::json_pointer place(pointer);
    if (!json_.contains(place)) {
      return Failure{RequestError::error_in_body,
                     "nothing at " + pointer + " of the reply: " + excerpt(text_)};
    }
    saved[name] = json_.at(place);
  }
  return std::nullopt;
}

}  // namespace ttsoak
