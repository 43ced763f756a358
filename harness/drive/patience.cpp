#include "harness/drive/patience.h"

#include <algorithm>

namespace ttsoak {

using namespace std::chrono_literals;

void Patience::start() { start_ = Clock::now(); }

Patience::Clock::time_point Patience::limit() const {
  auto limit = start_ + rested_ + timeouts_.total;
  if (!audio_comes_) limit = std::min(limit, start_ + rested_ + timeouts_.first_byte);
  if (manner_.abort == Abort::after_time) limit = std::min(limit, start_ + manner_.after);
  return limit;
}

bool Patience::time_to_hang_up() const {
  return manner_.abort == Abort::after_time && Clock::now() >= start_ + manner_.after;
}

std::size_t Patience::appetite(std::size_t most) const {
  if (!is_slow()) return most;
  // Twenty bites a second, so that the flow is even; not by the byte, which costs more than it
  // says.
  const auto bite = static_cast<std::size_t>(manner_.bytes_per_second / 20);
  return std::clamp<std::size_t>(bite, 64, most);
}

Patience::Clock::duration Patience::rest_after(std::size_t bytes) {
  if (!is_slow()) return 0s;
  const auto now = Clock::now();
  if (!first_read_) first_read_ = now;
  read_bytes_ += static_cast<std::int64_t>(bytes);
  const auto due =
      *first_read_ +
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(
          static_cast<double>(read_bytes_) / static_cast<double>(manner_.bytes_per_second)));
  auto rest = std::max<Clock::duration>(due - now, 0s);
  if (manner_.abort == Abort::after_time) {
    rest = std::min(rest, std::max<Clock::duration>(start_ + manner_.after - now, 0s));
  }
  rested_ += rest;
  return rest;
}

}  // namespace ttsoak
