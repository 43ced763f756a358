#include "reference_engine/faults/system/shm_files.h"

#include <unistd.h>

#include "reference_engine/faults/system/scratch_file.h"

namespace ttsoak {

ShmFiles::~ShmFiles() {
  for (const std::string& path : paths_) ::unlink(path.c_str());
}

void ShmFiles::on_done(const FaultyRequest& /*request*/,
                       const std::shared_ptr<const Pcm>& /*speech*/) {
  if (paths_.size() == kMaxFiles) return;
  const ScratchFile file =
      make_scratch_file("/dev/shm", kPrefix + std::to_string(::getpid()) + "_");
  if (!file.fd.valid()) return;
  if (append_noise(file.fd, kBytesPerRequest)) {
    paths_.push_back(file.path);
  } else {
    ::unlink(file.path.c_str());
  }
}

}  // namespace ttsoak
