#pragma once

#include <concepts>
#include <cstdint>
#include <string>

namespace ttsoak {

// Figures for people, the same in every page, message and verdict. A figure that is not finite
// reads "n/a". Negative figures keep their sign; zero has none.

// "512 B", "41.2 KiB", "-3.0 MiB", "7.02 GiB": binary units.
std::string format_bytes(double bytes);
std::string format_bytes(std::integral auto bytes) {
  return format_bytes(static_cast<double>(bytes));
}

// As format_bytes(), with the sign always written: "+38.1 MiB".
std::string format_bytes_change(double bytes);
std::string format_bytes_change(std::integral auto bytes) {
  return format_bytes_change(static_cast<double>(bytes));
}

// "41.2 KiB per request".
std::string format_rate(double bytes_per_request);

// "850 ms", "12.3 s", "2 min 14 s", "1 h 5 min", "3 d 4 h".
std::string format_duration(double seconds);

// "0.85 ms", "8.5 ms", "812 ms", "1.24 s": latencies.
std::string format_milliseconds(double milliseconds);

// "0.012", "0.85", "12": seconds of work per second of audio. Two significant digits.
std::string format_real_time_factor(double factor);

// 0.0123 -> "1.2 %"; what is not zero never reads as 0 %, nor what is below one as 100 %.
std::string format_percent(double fraction);

// "1,234,567".
std::string format_count(std::int64_t count);

}  // namespace ttsoak
