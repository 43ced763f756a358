#include "harness/drive/audio_reply.h"

#include <algorithm>
#include <utility>

namespace ttsoak {
namespace {

constexpr std::size_t kLargestJson = std::size_t{64} << 20U;

// Turns what a decoder says, through which a failure went as an error, into the failure.
std::optional<Failure> verdict(const Status& status, std::optional<Failure> failure) {
  if (failure) return failure;
  if (status) return Failure{RequestError::protocol, status->message};
  return std::nullopt;
}

}  // namespace

std::optional<Failure> AudioReply::begin(std::string_view media_type) {
  is_unexpected_ = !media_type.starts_with(spec_->content_type);
  if (is_unexpected_) unexpected_type_ = media_type;
  return std::nullopt;
}

std::optional<Failure> AudioReply::take(std::string_view bytes, RunTime now) {
  std::optional<Failure> failure;
  const auto take_json = [&](std::string_view text, std::string_view event) -> Status {
    failure = json_.take(text, event, now);
    return failure ? Status(Error{}) : Status();
  };
  if (is_unexpected_) {
    constexpr std::size_t kEnough = 160;
    const std::size_t room = kEnough - std::min(kEnough, unexpected_words_.size());
    unexpected_words_.append(bytes.substr(0, room));
    return std::nullopt;
  }
  switch (spec_->audio.in) {
    case AudioIn::json:
      if (whole_.size() + bytes.size() > kLargestJson) {
        return Failure{RequestError::protocol, "a JSON reply larger than 64 MiB"};
      }
      whole_.append(bytes);
      return std::nullopt;
    case AudioIn::lines: {
      const Status status = lines_.feed(bytes, [&](std::string_view line) {
        return line.empty() ? Status() : take_json(line, "");
      });
      return verdict(status, std::move(failure));
    }
    case AudioIn::sse: {
      const Status status = events_.feed(
          bytes, [&](const ServerEvent& event) { return take_json(event.data, event.name); });
      return verdict(status, std::move(failure));
    }
    default:
      listener_->hear(bytes, now);
      return std::nullopt;
  }
}

std::optional<Failure> AudioReply::finish(RunTime now) {
  if (is_unexpected_) return misfit();
  if (spec_->audio.in == AudioIn::body) return std::nullopt;
  if (spec_->audio.in == AudioIn::json) {
    if (auto failure = json_.take(whole_, "", now)) return failure;
  }
  if (spec_->audio.in == AudioIn::lines && !lines_.rest().empty()) {
    if (auto failure = json_.take(lines_.rest(), "", now)) return failure;
  }
  return json_.finish();
}

// JSON in place of audio is what many servers say of an error, under status 200.
Failure AudioReply::misfit() const {
  const std::string words = excerpt(unexpected_words_);
  if (unexpected_type_.starts_with("application/json")) {
    return {RequestError::error_in_body, "JSON instead of audio: " + words};
  }
  return {RequestError::content_type, "content type \"" + unexpected_type_ + "\", expected \"" +
                                          spec_->content_type + "...\": " + words};
}

}  // namespace ttsoak
