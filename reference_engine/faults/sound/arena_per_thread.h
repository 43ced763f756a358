#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Control 12: each worker thread has an arena of glibc's of its own, and each arena keeps what was
// freed into it. Sound: the live heap stays small, and it ends when all threads have worked once.
// It grows by one thread every kRequestsPerThread requests, as a pool does that starts lazily.
//
// Holds kThreads threads in the end, and free heap of about 3 MiB for each: as many arenas as
// glibc allows, 8 for each core unless MALLOC_ARENA_MAX says less.
class ArenaPerThread final : public Fault {
 public:
  static constexpr std::size_t kThreads = 16;
  static constexpr std::uint64_t kRequestsPerThread = 10;
  static constexpr std::size_t kBlocks = 48;
  static constexpr std::size_t kBlockBytes = 65536 - 16;  // with its header, whole pages

  ArenaPerThread() = default;
  ArenaPerThread(const ArenaPerThread&) = delete;
  ArenaPerThread& operator=(const ArenaPerThread&) = delete;
  ~ArenaPerThread() override;

  // Has one thread of the pool allocate, write to and free 3 MiB, and waits for it.
  void on_start(const FaultyRequest& request) override;

 private:
  void work_until_end(std::size_t thread);

  std::vector<std::thread> pool_;
  std::uint64_t requests_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t turn_ = kThreads;  // the thread that is to work; kThreads: none
  bool end_ = false;
};

}  // namespace ttsoak
