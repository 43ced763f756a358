#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "probes/base/clock.h"
#include "probes/values/request_kind.h"

namespace ttsoak {

// What became of a request. Everything but `none` counts as an error. An erroneous request that was
// refused is `none`: that is what it should come to.
enum class RequestError {
  none,
  connect,            // name, TCP or TLS failed
  timeout,            // a phase took longer than its limit
  reset,              // the connection broke before the response was complete
  protocol,           // not HTTP, or a body larger than the limit
  http_status,        // not 2xx
  content_type,       // 2xx, but not the media type that was asked for
  error_in_body,      // 2xx whose body is an error message
  bad_audio,          // broken container, or fewer bytes than its header promises
  short_audio,        // intact, but too little audio for the text
  accepted_nonsense,  // audio in reply to an erroneous request
};

// One request, from intention to last byte. Times are RunTime; zero = never got there.
struct RequestOutcome {
  int cycle = 0;          // from 1; 0 = warm-up probe, not judged
  int request_class = 0;  // index of the plan's text: equal work has equal numbers
  RequestKind kind = RequestKind::normal;
  RunTime intended{0};    // when it should have been sent; closed loop: when its turn came
  RunTime sent{0};        // first byte of the request handed to the kernel
  RunTime first_byte{0};  // first byte of the body
  RunTime done{0};        // last byte, or the moment it failed
  // How much later than intended ttsoak itself took it up. Waiting for a lane, of which the server
  // keeps all, is not in it, nor is connecting.
  RunTime driver_late{0};
  int http_status = 0;  // 0 in process, or if none came
  std::int64_t body_bytes = 0;
  std::int64_t audio_us = 0;  // duration of the audio received
  bool aborted = false;       // by plan: the client hung up before the reply was complete
  // What a client hears that plays while it receives.
  RunTime first_audio{0};  // the first samples, headers left out; zero = none came
  RunTime longest_gap{0};  // between two pieces of audio that came one after the other
  std::int64_t underruns =
      0;                // times that it had nothing left to play; as far as audio has a clock
  RunTime underrun{0};  // how long it was silent for that, in all
  // Of the samples, 16 bit PCM only: so quiet that nothing is heard, at the end of the scale.
  std::optional<double> silent_share, clipped_share;  // 0..1
  RequestError error = RequestError::none;
  std::string detail;  // of an error: the reason, at most 200 characters
};

}  // namespace ttsoak
