#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Fault 28: memory taken straight from the kernel, as custom allocators and JITs do. No tool that
// watches malloc sees it.
//
// Holds a private anonymous mapping of 128 KiB, all resident, for each completed request; none of
// it is heap. Stops after kMaxBlocks, 1 GiB.
class MappedBlocks final : public Fault {
 public:
  static constexpr std::size_t kBlockBytes = std::size_t{128} * 1024;
  static constexpr std::size_t kMaxBlocks = 8192;
  static constexpr std::int64_t kBytesPerRequest = kBlockBytes;

  MappedBlocks() = default;
  MappedBlocks(const MappedBlocks&) = delete;
  MappedBlocks& operator=(const MappedBlocks&) = delete;
  ~MappedBlocks() override;

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override;

 private:
  // A chain through the mappings themselves, so that the heap has no part in it.
  struct Block {
    Block* next;
  };

  Block* first_ = nullptr;
  std::size_t blocks_ = 0;
};

}  // namespace ttsoak
