#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/heap_bytes.h"

namespace ttsoak {

// Fault 25: a leak that begins late, as when a pool has run out or a log has grown. A soak that
// ends before sees nothing.
//
// Holds nothing for the first kHealthyRequests completed requests, and 64 KiB and a list node for
// each one after them.
class LateOnset final : public Fault {
 public:
  static constexpr std::size_t kHealthyRequests = 300;
  static constexpr std::size_t kLeakBytes = std::size_t{64} * 1024;

  void on_done(const FaultyRequest& /*request*/,
               const std::shared_ptr<const Pcm>& /*speech*/) override {
    if (done_ < kHealthyRequests) {
      ++done_;
      return;
    }
    leaks_.emplace_front(std::make_unique<Leak>())->fill(1);  // written to, hence resident
  }

 private:
  using Leak = std::array<char, kLeakBytes>;

  std::size_t done_ = 0;
  std::forward_list<std::unique_ptr<Leak>> leaks_;

 public:
  static constexpr std::int64_t kBytesPerRequest =
      heap_bytes(kLeakBytes) + heap_bytes(sizeof(void*) + sizeof(std::unique_ptr<Leak>));
};

}  // namespace ttsoak
