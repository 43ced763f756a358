#pragma once

#include <cstddef>

namespace ttsoak {

// What a request is like: a workload mixes kinds, and a server may grow by one of them alone.
enum class RequestKind {
  normal,
  abort_at_headers,   // the client hangs up when the header of the reply has come
  abort_first_audio,  // ... once audio has begun to come
  abort_after,        // ... a fixed time after it has begun to send
  slow_reader,        // the client takes the reply at a fixed pace
  empty,              // no text
  too_long,           // a text of 10,000 characters; OpenAI's interface takes 4,096
  unknown_voice,      // a voice that no server has
  bad_json,           // half of a body
  long_text,          // a text of 2,000 to 4,000 characters: the rare long ones of real traffic
};

inline constexpr std::size_t kRequestKinds = static_cast<std::size_t>(RequestKind::long_text) + 1;

// Whether the right answer to it is a refusal.
constexpr bool is_erroneous(RequestKind kind) {
  return kind == RequestKind::empty || kind == RequestKind::too_long ||
         kind == RequestKind::unknown_voice || kind == RequestKind::bad_json;
}

// Whether the client takes the reply whole and as fast as it comes, so that how long it takes is
// the server's doing.
constexpr bool is_patient(RequestKind kind) {
  return kind == RequestKind::normal || kind == RequestKind::long_text;
}

}  // namespace ttsoak
