#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "reference_engine/faults/caches/lru_map.h"
#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Control 2: a text cache with a bound. Sound, and not to be called a leak.
//
// Holds the audio of the last kEntries different requests (2 bytes a sample, so 32 KB for each
// second of speech), and so grows while it fills. Repeated requests are served without synthesis.
class BoundedTextCache final : public Fault {
 public:
  static constexpr std::size_t kEntries = 256;

  std::shared_ptr<const Pcm> recall(const FaultyRequest& request) override {
    return cache_.find(key_of(request.request)).value_or(nullptr);
  }

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override {
    cache_.insert(key_of(request.request), speech);
  }

 private:
  static std::string key_of(const SpeechRequest& request) {
    return request.voice + '\n' + std::to_string(request.speed) + '\n' + request.text;
  }

  LruMap<std::shared_ptr<const Pcm>> cache_{kEntries};
};

}  // namespace ttsoak
