#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/heap_bytes.h"

namespace ttsoak {

// Fault 27: a history that grows and that every request searches, so that replies become slower
// while memory grows.
//
// Holds 32 KiB and a list node for each completed request; and each request waits 0.2 ms longer
// for its first audio than the one before, up to a quarter of a second.
class SlowerReplies final : public Fault {
 public:
  static constexpr std::size_t kHistoryBytes = std::size_t{32} * 1024;
  static constexpr std::chrono::microseconds kStep{200};
  static constexpr std::chrono::microseconds kLongest{250'000};

  std::chrono::microseconds delay(const FaultyRequest& /*request*/) override {
    return std::min(kLongest, kStep * length_);
  }

  void on_done(const FaultyRequest& /*request*/,
               const std::shared_ptr<const Pcm>& /*speech*/) override {
    history_.emplace_front(std::make_unique<Entry>())->fill(1);  // written to, hence resident
    ++length_;
  }

 private:
  using Entry = std::array<char, kHistoryBytes>;

  std::int64_t length_ = 0;
  std::forward_list<std::unique_ptr<Entry>> history_;

 public:
  static constexpr std::int64_t kBytesPerRequest =
      heap_bytes(kHistoryBytes) + heap_bytes(sizeof(void*) + sizeof(std::unique_ptr<Entry>));
};

}  // namespace ttsoak
