#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "probes/base/unique_fd.h"
#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Fault 18: temporary files that are deleted and never closed. No directory lists them, and the
// disk fills all the same.
//
// Holds for each completed request a descriptor of a deleted file of 64 KiB, temp_open_XXXXXX in
// $TMPDIR (or /tmp); 8 bytes of heap on average. Stops at kMaxFiles, 128 MiB, or at half the
// descriptors the process may have, as it is to serve on.
class DeletedOpenFiles final : public Fault {
 public:
  static constexpr std::int64_t kBytesPerRequest = 65536;
  static constexpr std::size_t kMaxFiles = 2048;
  static constexpr const char* kPrefix = "temp_open_";

  DeletedOpenFiles();

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override;

 private:
  std::size_t max_files_;
  std::vector<UniqueFd> files_;
};

}  // namespace ttsoak
