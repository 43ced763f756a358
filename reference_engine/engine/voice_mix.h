#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ttsoak {

// One part of a mix of voices.
struct VoiceShare {
  std::string_view voice;
  double weight = 1.0;  // > 0; shares need not add up to anything
};

inline constexpr std::size_t kMaxMixParts = 8;

// Reads what a request may name as its voice: one voice, "slt", or a mix in the notation of
// Kokoro-FastAPI, "slt(2)+rms(0.5)+awb". A part without a weight weighs 1. Weights are positive
// decimal numbers. The views are into `voice`.
//
// Nothing if it cannot be read, has more than kMaxMixParts parts, or one that is not in `voices`.
std::optional<std::vector<VoiceShare>> parse_voice_mix(std::string_view voice,
                                                       const std::vector<std::string>& voices);

// Whether a voice that parse_voice_mix() accepts is a mix, and not the plain name of one voice.
bool is_voice_mix(std::string_view voice);

// Who speaks a mix. flite's voices cannot be blended, as each brings its own decision trees: so
// that is the heaviest one, and of equally heavy ones the first in the order of the alphabet.
std::string_view speaker_of(const std::vector<VoiceShare>& mix);

}  // namespace ttsoak
