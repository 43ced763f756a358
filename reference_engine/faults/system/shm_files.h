#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Fault 17 on a tmpfs: files left in /dev/shm, which are memory, though nobody's RSS.
//
// Holds a file shm_voice_<pid>_XXXXXX of 64 KiB for each completed request, and its name on the
// heap. Stops at kMaxFiles, 128 MiB, or when /dev/shm is full. Its files go with the engine, but
// not if that is killed.
class ShmFiles final : public Fault {
 public:
  static constexpr std::int64_t kBytesPerRequest = 65536;
  static constexpr std::size_t kMaxFiles = 2048;
  static constexpr const char* kPrefix = "shm_voice_";

  ShmFiles() = default;
  ShmFiles(const ShmFiles&) = delete;
  ShmFiles& operator=(const ShmFiles&) = delete;
  ~ShmFiles() override;

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override;

 private:
  std::vector<std::string> paths_;
};

}  // namespace ttsoak
