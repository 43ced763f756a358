#pragma once

#include <pthread.h>

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

namespace ttsoak {

// Threads that wait for the end of this object, and do nothing else.
class ParkedThreads {
 public:
  static constexpr std::size_t kStackBytes = std::size_t{256} * 1024;
  static constexpr std::size_t kUsedStackBytes =
      std::size_t{32} * 1024;  // written to, hence resident

  ParkedThreads() = default;
  ParkedThreads(const ParkedThreads&) = delete;
  ParkedThreads& operator=(const ParkedThreads&) = delete;
  ~ParkedThreads();

  // Starts one more, unless the system has no more.
  void add();

  [[nodiscard]] std::size_t size() const { return threads_.size(); }

 private:
  void park();

  std::vector<pthread_t> threads_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
};

}  // namespace ttsoak
