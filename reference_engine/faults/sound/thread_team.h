#pragma once

#include <cstddef>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/system/parked_threads.h"

namespace ttsoak {

// Control 21: a team of many threads, as a numeric library starts one for each core. Sound: it is
// started once and stays as it is.
//
// Holds kThreads threads from the first request on, with 32 KiB of resident stack each.
class ThreadTeam final : public Fault {
 public:
  static constexpr std::size_t kThreads = 64;

  void on_start(const FaultyRequest& /*request*/) override {
    if (started_) return;
    started_ = true;
    for (std::size_t i = 0; i < kThreads; ++i) threads_.add();
  }

 private:
  bool started_ = false;
  ParkedThreads threads_;
};

}  // namespace ttsoak
