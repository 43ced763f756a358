#include "reference_engine/engine/engine.h"

#include <utility>

#include "reference_engine/engine/voice_mix.h"

namespace ttsoak {

Result<std::unique_ptr<Engine>> Engine::create(const EngineOptions& options) {
  auto voices =
      VoiceStore::load(options.voices.empty() ? VoiceStore::default_directory() : options.voices);
  if (!voices.ok()) return voices.error();
  return std::unique_ptr<Engine>(new Engine(std::move(voices).value(), options.faults));
}

Engine::Engine(VoiceStore voices, const FaultPlan& faults)
    : voices_(std::move(voices)), faults_(faults, voices_.names()) {}

std::optional<RequestDefect> Engine::check(const SpeechRequest& request) {
  auto defect = find_defect(request, voices_.names());
  if (defect) faults_.on_refused({++refused_, request}, *defect);
  return defect;
}

Result<std::unique_ptr<SpeechStream>> Engine::open(const SpeechRequest& request) {
  if (const auto defect = check(request)) return Error{defect->message};
  const std::uint64_t sequence = ++requests_;
  return std::make_unique<SpeechStream>(request, sequence, *speaker(request.voice), faults_);
}

Status Engine::speak(const SpeechRequest& request, const PcmSink& sink) {
  auto stream = open(request);
  if (!stream.ok()) return stream.error();
  while (const auto pcm = stream.value()->next()) {
    if (!sink(*pcm)) break;
  }
  return std::nullopt;
}

Result<int> Engine::sample_rate(std::string_view voice) const {
  const Voice* found = speaker(voice);
  if (found == nullptr) return Error{"no voice \"" + std::string(voice) + "\""};
  return found->sample_rate();
}

const Voice* Engine::speaker(std::string_view voice) const {
  const auto mix = parse_voice_mix(voice, voices_.names());
  return mix ? voices_.find(speaker_of(*mix)) : nullptr;
}

}  // namespace ttsoak
