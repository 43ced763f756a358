#pragma once

#include <chrono>
#include <cstdint>

namespace ttsoak {

// When a client hangs up before the reply is complete.
enum class Abort {
  never,
  at_headers,   // the header of the reply has come
  first_audio,  // audio has begun to come
  after_time,   // `after` past the first byte of the request, whatever has come by then
};

// How a client reads one reply. A patient one takes it whole, as fast as it comes.
struct ReadManner {
  Abort abort = Abort::never;
  std::chrono::milliseconds after{0};  // of Abort::after_time
  std::int64_t bytes_per_second = 0;   // a slow reader's pace; 0 = as fast as it comes
};

}  // namespace ttsoak
