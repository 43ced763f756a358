#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/heap_bytes.h"

namespace ttsoak {

// A leak of one plain block for each completed request: the `block_bytes` first of it are used.
// It stops after `cap` requests.
//
// Holds one block of block_bytes. Blocks form a chain, so that a sanitizer that looks for what
// nobody points at leaves the engine alone.
template <std::size_t block_bytes, std::size_t cap>
class NativeLeak : public Fault {
 public:
  void on_done(const FaultyRequest& /*request*/,
               const std::shared_ptr<const Pcm>& /*speech*/) final {
    if (leaked_ == cap) return;
    ++leaked_;
    leaks_.emplace_front().fill(1);  // written to, hence resident
  }

 private:
  // Beside the payload a node has a pointer to the next one.
  using Payload = std::array<char, block_bytes - sizeof(void*)>;

  std::size_t leaked_ = 0;
  std::forward_list<Payload> leaks_;
};

// Fault 15: 1,400 bytes after every request. So little needs many requests to be seen at all.
// Stops after a million, 1.4 GB.
class SmallNativeLeak final : public NativeLeak<1400, 1'000'000> {
 public:
  static constexpr std::int64_t kBytesPerRequest = heap_bytes(1400);
};

// Fault 16: 11 MB after every request, as where a model is loaded anew each time. Above the mmap
// threshold of malloc a block is a mapping of its own, of whole pages.
// Stops after 200, 2.2 GB.
class BigNativeLeak final : public NativeLeak<11'000'000, 200> {
 public:
  static constexpr std::int64_t kBytesPerRequest = 11'001'856;  // 2,686 pages
};

}  // namespace ttsoak
