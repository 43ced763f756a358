#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "reference_engine/engine/speech_request.h"

namespace ttsoak {

// One request as a fault sees it.
struct FaultyRequest {
  std::uint64_t sequence = 0;  // from 1, unique in its engine; refused requests count apart
  const SpeechRequest& request;
};

// Something a server does with memory or files beside serving: a disease, or a sound habit that
// looks like one. Each lives in a file of its own and is listed in fault_table.cpp.
//
// ActiveFaults calls the hooks of a request on the thread that serves it, one at a time over all
// threads: implementations need no lock, and should not take long. A request sees on_start() and
// then one of on_done() and on_abort(), or on_refused() alone.
class Fault {
 public:
  virtual ~Fault() = default;

  virtual void on_start(const FaultyRequest& /*request*/) {}

  // The audio of this request if it is known already; the engine then synthesises nothing.
  virtual std::shared_ptr<const Pcm> recall(const FaultyRequest& /*request*/) { return nullptr; }

  // How long the request is to wait for its first audio. The engine waits without a lock.
  virtual std::chrono::microseconds delay(const FaultyRequest& /*request*/) {
    return std::chrono::microseconds(0);
  }

  // The client has taken all of the audio.
  virtual void on_done(const FaultyRequest& /*request*/,
                       const std::shared_ptr<const Pcm>& /*speech*/) {}

  // The client hung up in the middle.
  virtual void on_abort(const FaultyRequest& /*request*/) {}

  // The engine cannot serve it. What never was a SpeechRequest, bad JSON for instance, is refused
  // by the server and not seen here.
  virtual void on_refused(const FaultyRequest& /*request*/, const RequestDefect& /*defect*/) {}
};

}  // namespace ttsoak
