#include "reference_engine/faults/system/deleted_open_files.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "reference_engine/faults/system/scratch_file.h"

namespace ttsoak {

DeletedOpenFiles::DeletedOpenFiles() : max_files_(kMaxFiles) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    max_files_ = std::min<std::size_t>(kMaxFiles, limit.rlim_cur / 2);
  }
}

void DeletedOpenFiles::on_done(const FaultyRequest& /*request*/,
                               const std::shared_ptr<const Pcm>& /*speech*/) {
  if (files_.size() == max_files_) return;
  ScratchFile file = make_scratch_file(scratch_directory(), kPrefix);
  if (!file.fd.valid()) return;
  ::unlink(file.path.c_str());
  if (append_noise(file.fd, kBytesPerRequest)) files_.push_back(std::move(file.fd));
}

}  // namespace ttsoak
