#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "probes/base/unique_fd.h"
#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/heap_bytes.h"

namespace ttsoak {

// Fault 23: connections to readers so slow that they are as good as gone, which no time limit
// ends; and what they have not read.
//
// Holds for each completed request a pair of connected sockets, as much audio in the kernel's
// buffer as fits, and 64 KiB more of it on the heap. Stops at kMaxReaders, or at half the
// descriptors the process may have, as it is to serve on.
class UnreadSockets final : public Fault {
 public:
  static constexpr std::size_t kUnsentBytes = std::size_t{64} * 1024;
  static constexpr std::size_t kMaxReaders = 1000;
  static constexpr std::int64_t kBytesPerRequest = heap_bytes(kUnsentBytes);

  UnreadSockets();

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override;

 private:
  using Unsent = std::array<char, kUnsentBytes>;

  struct SlowReader {
    UniqueFd server;
    UniqueFd client;
    std::unique_ptr<Unsent> unsent;
  };

  std::size_t max_readers_;
  std::vector<SlowReader> readers_;
};

}  // namespace ttsoak
