#pragma once

#include <cstddef>
#include <memory>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/system/scratch_file.h"

namespace ttsoak {

// Control 24: a file that is read and written over and over, whose pages the kernel keeps. Sound:
// they count to the cgroup of a container, and are given up when memory is short.
//
// Holds a file temp_corpus_XXXXXX in $TMPDIR (or /tmp) that grows by 1 MiB with each completed
// request up to kMaxBytes, and is read again after that. It goes with the engine.
class PageCacheFile final : public Fault {
 public:
  static constexpr std::size_t kBytesPerRequest = std::size_t{1} << 20U;
  static constexpr std::size_t kMaxBytes = std::size_t{64} << 20U;
  static constexpr const char* kPrefix = "temp_corpus_";

  PageCacheFile() = default;
  PageCacheFile(const PageCacheFile&) = delete;
  PageCacheFile& operator=(const PageCacheFile&) = delete;
  ~PageCacheFile() override;

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override;

 private:
  void read_next();

  ScratchFile file_;
  std::size_t written_ = 0;
  std::size_t read_to_ = 0;
};

}  // namespace ttsoak
