#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ttsoak {

// Audio: 16 bit signed mono samples in native byte order, at the voice's own rate.
using Pcm = std::vector<std::int16_t>;

// What to say and how.
struct SpeechRequest {
  std::string text;    // UTF-8
  std::string voice;   // one of Engine::voices(), or a mix of them: see parse_voice_mix()
  double speed = 1.0;  // 0.5 speaks half as fast
};

// The bounds of OpenAI's /v1/audio/speech, which most servers have taken over.
inline constexpr std::size_t kMaxCharacters = 4096;  // Unicode code points
inline constexpr double kMinSpeed = 0.25;
inline constexpr double kMaxSpeed = 4.0;

// Why a request cannot be served: the offending field by its name in the HTTP API, a short code
// for programs, and a sentence for people.
struct RequestDefect {
  std::string field;  // "input", "voice" or "speed"
  std::string code;   // "empty_text", "text_too_long", "unknown_voice" or "bad_speed"
  std::string message;
};

// The first defect of `request`, or nothing if it can be served with one of `voices`.
std::optional<RequestDefect> find_defect(const SpeechRequest& request,
                                         const std::vector<std::string>& voices);

// The number of Unicode code points in UTF-8 text. Bytes that are not UTF-8 count one by one
// unless they look like continuation bytes.
std::size_t count_code_points(std::string_view utf8);

}  // namespace ttsoak
