#include "reference_engine/engine/engine.h"

#include <utility>

namespace ttsoak {

Result<std::unique_ptr<Engine>> Engine::create(const EngineOptions& options) {
  auto voices =
      VoiceStore::load(options.voices.empty() ? VoiceStore::default_directory() : options.voices);
  if (!voices.ok()) return voices.error();
  return std::unique_ptr<Engine>(new Engine(std::move(voices).value(), options.faults));
}

Engine::Engine(VoiceStore voices, const FaultPlan& faults)
    : voices_(std::move(voices)), faults_(faults) {}

std::optional<RequestDefect> Engine::check(const SpeechRequest& request) const {
  return find_defect(request, voices_.names());
}

Result<std::unique_ptr<SpeechStream>> Engine::open(const SpeechRequest& request) {
  if (const auto defect = check(request)) return Error{defect->message};
  const std::uint64_t sequence = ++requests_;
  return std::make_unique<SpeechStream>(request, sequence, *voices_.find(request.voice), faults_);
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
  const Voice* found = voices_.find(voice);
  if (found == nullptr) return Error{"no voice \"" + std::string(voice) + "\""};
  return found->sample_rate();
}

}  // namespace ttsoak
