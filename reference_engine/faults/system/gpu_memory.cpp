#include "reference_engine/faults/system/gpu_memory.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace ttsoak {

GpuMemoryKept::GpuMemoryKept() {
  const char* const directory = std::getenv(kVariable);
  if (directory != nullptr) path_ = std::string(directory) + '/' + std::to_string(::getpid());
}

GpuMemoryKept::~GpuMemoryKept() {
  if (bytes_ > 0) ::unlink(path_.c_str());
}

void GpuMemoryKept::on_done(const FaultyRequest& /*request*/,
                            const std::shared_ptr<const Pcm>& /*speech*/) {
  if (path_.empty()) return;
  bytes_ += kBytesPerRequest;
  std::ofstream(path_, std::ios::trunc) << bytes_ << '\n';
}

}  // namespace ttsoak
