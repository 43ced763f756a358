#include "reference_engine/faults/sound/arena_per_thread.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "probes/base/result.h"

namespace ttsoak {
namespace {

struct FreeFilled {
  void operator()(void* block) const { std::free(block); }
};
using FilledBlock = std::unique_ptr<void, FreeFilled>;

FilledBlock filled_block(std::size_t bytes) {
  FilledBlock block(std::malloc(bytes));
  if (!block) abort_with("out of memory in the fault arena_per_thread");
  std::memset(block.get(), 1, bytes);
  return block;
}

}  // namespace

ArenaPerThread::~ArenaPerThread() {
  {
    const std::scoped_lock lock(mutex_);
    end_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : pool_) thread.join();
}

void ArenaPerThread::on_start(const FaultyRequest& /*request*/) {
  if (requests_++ % kRequestsPerThread == 0 && pool_.size() < kThreads) {
    pool_.emplace_back([this, thread = pool_.size()] { work_until_end(thread); });
  }
  std::unique_lock lock(mutex_);
  turn_ = requests_ % pool_.size();
  changed_.notify_all();
  changed_.wait(lock, [this] { return turn_ == kThreads; });
}

void ArenaPerThread::work_until_end(std::size_t thread) {
  // At the top of the arena once all below it is free: glibc gives back only what is above.
  FilledBlock pin;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return end_ || turn_ == thread; });
    if (end_) return;
    std::array<FilledBlock, kBlocks> blocks;
    for (FilledBlock& block : blocks) block = filled_block(kBlockBytes);
    if (!pin) pin = filled_block(64);
    for (FilledBlock& block : blocks) block.reset();
    turn_ = kThreads;
    changed_.notify_all();
  }
}

}  // namespace ttsoak
