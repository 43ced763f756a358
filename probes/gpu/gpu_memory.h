#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "probes/base/result.h"
#include "probes/gpu/nvml.h"

namespace ttsoak {

// Memory that one process holds on one GPU.
struct GpuUse {
  pid_t pid = 0;       // in the pid namespace that the driver shows us: ours
  std::string device;  // "GPU 0 NVIDIA H200"
  std::int64_t bytes = 0;
};

// NVIDIA's GPUs, asked through NVML: all memory of a process there, whoever allocated it (the CUDA
// context itself takes hundreds of MiB). One thread at a time.
class GpuMemory {
 public:
  // Errors: there is no driver, it is too old, or it does not start. Usually: no GPU.
  static Result<GpuMemory> open(const std::string& library = "libnvidia-ml.so.1");
  GpuMemory(GpuMemory&& other) noexcept;
  GpuMemory& operator=(GpuMemory&& other) noexcept;
  GpuMemory(const GpuMemory&) = delete;
  GpuMemory& operator=(const GpuMemory&) = delete;
  ~GpuMemory();

  // Every process that has memory on a GPU now. Processes whose memory the driver does not tell
  // (inside some containers) are left out.
  [[nodiscard]] std::vector<GpuUse> read() const;

 private:
  explicit GpuMemory(const nvml::Calls& calls) : calls_(calls) {}

  nvml::Calls calls_;  // shutdown is null in what was moved from
};

}  // namespace ttsoak
