#include "reference_engine/faults/system/parked_threads.h"

#include <array>

namespace ttsoak {

ParkedThreads::~ParkedThreads() {
  {
    const std::scoped_lock lock(mutex_);
    end_ = true;
  }
  ended_.notify_all();
  for (const pthread_t thread : threads_) ::pthread_join(thread, nullptr);
}

void ParkedThreads::add() {
  // By pthread, as std::thread takes no size of stack.
  pthread_attr_t attributes;
  if (::pthread_attr_init(&attributes) != 0) return;
  pthread_t thread{};
  const auto body = [](void* self) -> void* {
    static_cast<ParkedThreads*>(self)->park();
    return nullptr;
  };
  if (::pthread_attr_setstacksize(&attributes, kStackBytes) == 0 &&
      ::pthread_create(&thread, &attributes, body, this) == 0) {
    threads_.push_back(thread);
  }
  ::pthread_attr_destroy(&attributes);
}

void ParkedThreads::park() {
  std::array<volatile char, kUsedStackBytes> used;
  for (volatile char& byte : used) byte = 1;
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return end_; });
}

}  // namespace ttsoak
