#include "reference_engine/faults/sound/page_cache_file.h"

#include <sys/types.h>
#include <unistd.h>

#include <array>

namespace ttsoak {

PageCacheFile::~PageCacheFile() {
  if (file_.fd.valid()) ::unlink(file_.path.c_str());
}

void PageCacheFile::on_done(const FaultyRequest& /*request*/,
                            const std::shared_ptr<const Pcm>& /*speech*/) {
  if (!file_.fd.valid()) file_ = make_scratch_file(scratch_directory(), kPrefix);
  if (!file_.fd.valid()) return;
  if (written_ < kMaxBytes && append_noise(file_.fd, kBytesPerRequest)) {
    written_ += kBytesPerRequest;
  } else {
    read_next();
  }
}

void PageCacheFile::read_next() {
  std::array<char, 16384> part{};
  for (std::size_t read = 0; read < kBytesPerRequest && read_to_ < written_;) {
    const ssize_t got =
        ::pread(file_.fd.get(), part.data(), part.size(), static_cast<off_t>(read_to_));
    if (got <= 0) return;
    read += static_cast<std::size_t>(got);
    read_to_ += static_cast<std::size_t>(got);
  }
  if (read_to_ >= written_) read_to_ = 0;
}

}  // namespace ttsoak
