#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "probes/base/result.h"
#include "reference_engine/engine/speech_request.h"
#include "reference_engine/engine/speech_stream.h"
#include "reference_engine/engine/voice_store.h"
#include "reference_engine/faults/active_faults.h"
#include "reference_engine/faults/fault_plan.h"

namespace ttsoak {

struct EngineOptions {
  std::filesystem::path voices;  // directory of .flitevox files; empty: where the build put them
  FaultPlan faults;              // empty: a healthy engine
};

// Takes one sentence of audio at a time; returns false to stop, as a client does that hangs up.
using PcmSink = std::function<bool(std::span<const std::int16_t>)>;

// A speech synthesizer with a known disease, or with none.
//
// A healthy engine is flat: once each voice has been used, its live heap at rest is the same to
// the byte whatever number of requests it has served (tests/integration/engine_flat_test.cpp).
//
// Safe for concurrent callers; synthesis runs without a lock.
class Engine {
 public:
  // Errors: no voices, see VoiceStore::load().
  static Result<std::unique_ptr<Engine>> create(const EngineOptions& options);

  // Why `request` cannot be served, or nothing. A defect counts as a refused request: faults are
  // told of it.
  [[nodiscard]] std::optional<RequestDefect> check(const SpeechRequest& request);

  // Begins to serve `request`; counts as a request to the engine. Cheap: the work is in next().
  // Errors: as check().
  Result<std::unique_ptr<SpeechStream>> open(const SpeechRequest& request);

  // Serves `request` on this thread.
  // Errors: as check(). A sink that stops is not an error.
  Status speak(const SpeechRequest& request, const PcmSink& sink);

  [[nodiscard]] const std::vector<std::string>& voices() const { return voices_.names(); }
  [[nodiscard]] Result<int> sample_rate(std::string_view voice) const;  // Hz; also of a mix
  [[nodiscard]] std::uint64_t requests() const { return requests_; }    // opened so far

 private:
  Engine(VoiceStore voices, const FaultPlan& faults);

  // Who speaks a voice or a mix; null if nobody can.
  [[nodiscard]] const Voice* speaker(std::string_view voice) const;

  VoiceStore voices_;
  ActiveFaults faults_;
  std::atomic<std::uint64_t> requests_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
};

}  // namespace ttsoak
