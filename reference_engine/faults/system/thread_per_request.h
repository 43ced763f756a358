#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/system/parked_threads.h"

namespace ttsoak {

// Fault 20: a thread for each request that never ends.
//
// Holds for each completed request a thread with a stack of 256 KiB, of which 32 KiB and a page or
// two are resident; on the heap a few hundred bytes of the C library's. Stops at kMaxThreads.
class ThreadPerRequest final : public Fault {
 public:
  static constexpr std::size_t kMaxThreads = 2000;
  static constexpr std::int64_t kBytesPerRequest = ParkedThreads::kUsedStackBytes;

  void on_done(const FaultyRequest& /*request*/,
               const std::shared_ptr<const Pcm>& /*speech*/) override {
    if (threads_.size() < kMaxThreads) threads_.add();
  }

 private:
  ParkedThreads threads_;
};

}  // namespace ttsoak
