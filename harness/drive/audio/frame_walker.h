#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ttsoak {

// Goes along a stream of frames while it comes, each a header and a body: headers are put together
// and handed to `Frames`, bodies are passed over. Holds one header at most.
//
// Frames offers
//   std::size_t header_bytes(std::string_view held) const;  // how many are needed; may grow by
//   held std::optional<std::size_t> begin(std::string_view header);  // length of the body; nothing
//   = no
//                                                               // frame begins here
//   std::int64_t audio_us() const;                          // of the frames begun
template <typename Frames>
class FrameWalker {
 public:
  void feed(std::string_view bytes) {
    while (!bytes.empty()) {
      if (body_left_ > 0) {
        const std::size_t passed = std::min(body_left_, bytes.size());
        body_left_ -= passed;
        bytes.remove_prefix(passed);
        continue;
      }
      const std::size_t wanted = frames_.header_bytes(held_);
      const std::size_t taken = std::min(wanted - held_.size(), bytes.size());
      held_.append(bytes.substr(0, taken));
      bytes.remove_prefix(taken);
      while (!held_.empty() && held_.size() >= frames_.header_bytes(held_)) begin_frame();
    }
  }

  [[nodiscard]] std::int64_t frames() const { return count_; }
  [[nodiscard]] std::int64_t audio_us() const { return frames_.audio_us(); }
  // It ended in the middle of a frame.
  [[nodiscard]] bool is_cut() const { return body_left_ > 0; }

 private:
  void begin_frame() {
    if (const auto body = frames_.begin(held_)) {
      ++count_;
      body_left_ = *body;
      held_.clear();
    } else {
      held_.erase(0, 1);  // out of step: the next byte may be in step again
    }
  }

  Frames frames_;
  std::string held_;  // the beginning of a header
  std::size_t body_left_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace ttsoak
