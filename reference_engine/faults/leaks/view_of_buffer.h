#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/heap_bytes.h"

namespace ttsoak {

// Fault 8: a small thing holds a big one. What is kept is a few samples of each request, for a
// display of its level say, but as a view, which keeps the whole buffer alive.
//
// Holds 96 KiB of buffer and a list node for each completed request; in use are 64 bytes of it.
class ViewOfBuffer final : public Fault {
 public:
  static constexpr std::size_t kBufferBytes = std::size_t{96} * 1024;

  void on_done(const FaultyRequest& /*request*/,
               const std::shared_ptr<const Pcm>& /*speech*/) override {
    const auto buffer = std::make_shared<Buffer>();
    buffer->fill(1);  // written to, hence resident
    levels_.push_front({std::shared_ptr<const char>(buffer, buffer->data())});
  }

 private:
  using Buffer = std::array<char, kBufferBytes>;

  struct Level {
    std::shared_ptr<const char> view;  // shares the ownership of all of the buffer
  };

  std::forward_list<Level> levels_;

 public:
  static constexpr std::int64_t kBytesPerRequest =
      heap_bytes(kSharedHeaderBytes + kBufferBytes) + heap_bytes(sizeof(void*) + sizeof(Level));
};

}  // namespace ttsoak
