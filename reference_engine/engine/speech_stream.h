#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reference_engine/engine/speech_request.h"

namespace ttsoak {

class ActiveFaults;
class Voice;

// The audio of one request, pulled sentence by sentence. Pulling is what gives back-pressure: a
// client that reads slowly holds one sentence in memory, and no thread.
//
// Destroying a stream before next() has returned null is an abort by the client.
// One caller at a time, not always the same thread. The Engine must outlive it.
class SpeechStream {
 public:
  SpeechStream(SpeechRequest request, std::uint64_t sequence, const Voice& voice,
               ActiveFaults& faults);
  SpeechStream(const SpeechStream&) = delete;
  SpeechStream& operator=(const SpeechStream&) = delete;
  ~SpeechStream();

  // Synthesises the next sentence: CPU-bound, a few percent of the audio's duration.
  // Null after the last one. Shared, because a cache may hold the same audio.
  std::shared_ptr<const Pcm> next();

  [[nodiscard]] int sample_rate() const;  // Hz

 private:
  void start();
  std::shared_ptr<const Pcm> finish();

  enum class State { fresh, speaking, recalled, done };

  SpeechRequest request_;
  std::uint64_t sequence_;
  const Voice& voice_;
  ActiveFaults& faults_;
  State state_ = State::fresh;
  std::vector<std::string> sentences_;
  std::size_t spoken_ = 0;      // of sentences_
  std::shared_ptr<Pcm> whole_;  // everything so far; null unless a fault wants it in the end
  std::shared_ptr<const Pcm> recalled_;  // from a cache
};

}  // namespace ttsoak
