#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Fault 17: a temporary file for each request that nobody removes.
//
// Leaves a WAV file temp_voice_XXXXXX in $TMPDIR (or /tmp) for each completed request, cut or
// padded with silence to 64 KiB, so that all are of one size. No memory, unless the directory is a
// tmpfs. A file that cannot be written is left out: a full disk must not end the server.
class TempFiles final : public Fault {
 public:
  static constexpr std::int64_t kBytesPerRequest = 65536;
  static constexpr const char* kPrefix = "temp_voice_";

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override;
};

}  // namespace ttsoak
