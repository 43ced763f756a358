#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Fault 31: memory of a GPU that is never given back, of a GPU that is not there: it stands in a
// file, and reference_engine/stub_gpu, in the place of NVIDIA's library, tells of it. No memory of
// the machine.
//
// Holds 4 MiB for each completed request: $TTSOAK_STUB_GPU/<pid> has their sum in it, in bytes.
// Without that variable it does nothing. Its file goes with the engine.
class GpuMemoryKept final : public Fault {
 public:
  static constexpr std::int64_t kBytesPerRequest = std::int64_t{4} << 20U;
  static constexpr const char* kVariable = "TTSOAK_STUB_GPU";

  GpuMemoryKept();
  GpuMemoryKept(const GpuMemoryKept&) = delete;
  GpuMemoryKept& operator=(const GpuMemoryKept&) = delete;
  ~GpuMemoryKept() override;

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override;

 private:
  std::string path_;  // empty = no stub
  std::int64_t bytes_ = 0;
};

}  // namespace ttsoak
