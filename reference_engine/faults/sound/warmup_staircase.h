#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Control 14: a work arena that doubles while the server warms up, as inference runtimes extend
// theirs by powers of two, and then stays.
//
// Holds arena_bytes_after(requests): 1 MiB from the first request on, twice as much after every
// 25 further ones, 32 MiB from the 126th on.
class WarmupStaircase final : public Fault {
 public:
  static constexpr std::size_t kFirstBytes = std::size_t{1} << 20U;
  static constexpr std::size_t kMaxBytes = std::size_t{32} << 20U;
  static constexpr std::uint64_t kRequestsPerStep = 25;

  // Bytes in the arena after that many requests that suffer from the fault.
  static constexpr std::size_t arena_bytes_after(std::uint64_t requests) {
    std::size_t bytes = requests == 0 ? 0 : kFirstBytes;
    for (std::uint64_t at = kRequestsPerStep + 1; at <= requests && bytes < kMaxBytes;
         at += kRequestsPerStep) {
      bytes *= 2;
    }
    return bytes;
  }

  void on_start(const FaultyRequest& /*request*/) override {
    const std::size_t wanted = arena_bytes_after(++requests_);
    if (wanted == held_) return;
    // A vector, and not an array left as it is, because its pages are written to.
    regions_.emplace_back(wanted - held_, char{1});
    held_ = wanted;
  }

 private:
  std::uint64_t requests_ = 0;
  std::size_t held_ = 0;
  std::vector<std::vector<char>> regions_;
};

}  // namespace ttsoak
