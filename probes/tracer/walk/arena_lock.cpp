#include "probes/tracer/walk/arena_lock.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace ttsoak::tracer {
namespace {

constexpr uint64_t kPatienceNs = 1000000000;

uint64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

bool acquire(uint32_t* mutex) {
  uint32_t unlocked = 0;
  if (__atomic_compare_exchange_n(mutex, &unlocked, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    return true;
  }
  for (const uint64_t end_ns = now_ns() + kPatienceNs; now_ns() < end_ns;) {
    if (__atomic_exchange_n(mutex, 2, __ATOMIC_ACQUIRE) == 0) return true;
    const timespec step{0, 50000000};
    syscall(SYS_futex, mutex, FUTEX_WAIT_PRIVATE, 2, &step, nullptr, 0);
  }
  return false;
}

}  // namespace

ArenaLock::ArenaLock(uint32_t* mutex) : mutex_(mutex), held_(acquire(mutex)) {
  since_ns_ = now_ns();
}

ArenaLock::~ArenaLock() { release(); }

void ArenaLock::release() {
  if (!held_) return;
  held_ = false;
  if (__atomic_exchange_n(mutex_, 0, __ATOMIC_RELEASE) == 2) {
    syscall(SYS_futex, mutex_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  }
  held_ns_ = now_ns() - since_ns_;
}

}  // namespace ttsoak::tracer
