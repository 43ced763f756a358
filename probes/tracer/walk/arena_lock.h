#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// Holds an arena as malloc does: by glibc's low-level lock, a futex of three states. What runs
// under it must not allocate. The control thread's existence is what makes glibc take locks at all
// (SINGLE_THREAD_P), so to hold one means that nobody is inside that arena.
class ArenaLock {
 public:
  // Waits for a second at most: a thread may have been stopped, or have crashed, while it held it.
  explicit ArenaLock(uint32_t* mutex);
  ~ArenaLock();
  ArenaLock(const ArenaLock&) = delete;
  ArenaLock& operator=(const ArenaLock&) = delete;

  [[nodiscard]] bool held() const { return held_; }
  void release();

  // How long it was held.
  [[nodiscard]] uint64_t held_ns() const { return held_ns_; }

 private:
  uint32_t* mutex_;
  bool held_;
  uint64_t since_ns_ = 0;
  uint64_t held_ns_ = 0;
};

}  // namespace ttsoak::tracer
