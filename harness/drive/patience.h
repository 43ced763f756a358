#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "harness/config/workload_spec.h"
#include "harness/drive/read_manner.h"

namespace ttsoak {

// How long one exchange is waited for, when its client hangs up, and how fast it reads.
//
// A slow reader's own pauses do not count against the server's time.
class Patience {
 public:
  using Clock = std::chrono::steady_clock;

  Patience(const Timeouts& timeouts, const ReadManner& manner)
      : timeouts_(timeouts), manner_(manner) {}

  // The first byte of the request leaves now.
  void start();
  // Audio has begun to come: the limit for the first byte is met.
  void audio_comes() { audio_comes_ = true; }

  // Until when the next read or write must be done: a timeout, or the time to hang up.
  [[nodiscard]] Clock::time_point limit() const;

  // Whether that is past. To be asked before each read: the timer of a stream fires only while one
  // waits, and whoever is flooded never does.
  [[nodiscard]] bool is_over() const { return Clock::now() >= limit(); }

  // Whether the client hangs up now, of its own will.
  [[nodiscard]] bool hangs_up_at_headers() const { return manner_.abort == Abort::at_headers; }
  [[nodiscard]] bool hangs_up_at_audio() const { return manner_.abort == Abort::first_audio; }
  [[nodiscard]] bool time_to_hang_up() const;

  [[nodiscard]] bool is_slow() const { return manner_.bytes_per_second > 0; }
  // How many bytes to ask for at a time, `most` for a reader that is not slow.
  [[nodiscard]] std::size_t appetite(std::size_t most) const;
  // How long a slow reader rests after having read `bytes` more; zero for others.
  Clock::duration rest_after(std::size_t bytes);

 private:
  Timeouts timeouts_;
  ReadManner manner_;
  Clock::time_point start_;
  Clock::duration rested_{0};
  std::int64_t read_bytes_ = 0;
  std::optional<Clock::time_point> first_read_;
  bool audio_comes_ = false;
};

}  // namespace ttsoak
