#pragma once

#include <algorithm>
#include <string>

#include "harness/drive/reply_reader.h"

namespace ttsoak {

// A reply that is kept as it is, as far as it is of use: its first `most` bytes.
class TextReply : public ReplyReader {
 public:
  explicit TextReply(std::size_t most) : most_(most) {}

  std::optional<Failure> begin(std::string_view) override { return std::nullopt; }
  std::optional<Failure> take(std::string_view bytes, RunTime) override {
    text_.append(bytes.substr(0, most_ - std::min(most_, text_.size())));
    return std::nullopt;
  }
  std::optional<Failure> finish(RunTime) override { return std::nullopt; }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::size_t most_;
  std::string text_;
};

}  // namespace ttsoak
