#include "reference_engine/engine/voice_mix.h"

#include <algorithm>
#include <charconv>

namespace ttsoak {
namespace {

// "2" or "0.5"; from_chars() would take "inf" and "-1" as well.
std::optional<double> parse_weight(std::string_view text) {
  if (text.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
  double weight = 0.0;
  const char* end = text.data() + text.size();
  const auto [parsed_to, error] =
      std::from_chars(text.data(), end, weight, std::chars_format::fixed);
  if (error != std::errc() || parsed_to != end || weight <= 0.0) return std::nullopt;
  return weight;
}

std::optional<VoiceShare> parse_share(std::string_view text) {
  const auto bracket = text.find('(');
  if (bracket == std::string_view::npos) return VoiceShare{text};
  if (text.back() != ')') return std::nullopt;
  const auto weight = parse_weight(text.substr(bracket + 1, text.size() - bracket - 2));
  if (!weight) return std::nullopt;
  return VoiceShare{text.substr(0, bracket), *weight};
}

}  // namespace

std::optional<std::vector<VoiceShare>> parse_voice_mix(std::string_view voice,
                                                       const std::vector<std::string>& voices) {
  std::vector<VoiceShare> mix;
  for (std::string_view rest = voice;;) {
    const auto plus = rest.find('+');
    const auto share = parse_share(rest.substr(0, plus));
    if (!share || mix.size() == kMaxMixParts) return std::nullopt;
    if (std::find(voices.begin(), voices.end(), share->voice) == voices.end()) return std::nullopt;
    mix.push_back(*share);
    if (plus == std::string_view::npos) return mix;
    rest.remove_prefix(plus + 1);
  }
}

bool is_voice_mix(std::string_view voice) {
  return voice.find_first_of("(+") != std::string_view::npos;
}

std::string_view speaker_of(const std::vector<VoiceShare>& mix) {
  const auto weighs_less = [](const VoiceShare& a, const VoiceShare& b) {
    return a.weight < b.weight || (a.weight == b.weight && a.voice > b.voice);
  };
  return std::max_element(mix.begin(), mix.end(), weighs_less)->voice;
}

}  // namespace ttsoak
