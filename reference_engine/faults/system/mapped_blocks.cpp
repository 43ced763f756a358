#include "reference_engine/faults/system/mapped_blocks.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace ttsoak {

MappedBlocks::~MappedBlocks() {
  while (first_ != nullptr) {
    Block* next = first_->next;
    ::munmap(first_, kBlockBytes);
    first_ = next;
  }
}

void MappedBlocks::on_done(const FaultyRequest& /*request*/,
                           const std::shared_ptr<const Pcm>& /*speech*/) {
  if (blocks_ == kMaxBlocks) return;
  void* mapped =
      ::mmap(nullptr, kBlockBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return;
  std::memset(mapped, 1, kBlockBytes);
  first_ = new (mapped) Block{first_};
  ++blocks_;
}

}  // namespace ttsoak
