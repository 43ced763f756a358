#include "reference_engine/faults/system/scratch_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace ttsoak {

std::string scratch_directory() {
  const char* directory = ::getenv("TMPDIR");
  return directory == nullptr || *directory == '\0' ? "/tmp" : directory;
}

ScratchFile make_scratch_file(const std::string& directory, const std::string& prefix) {
  ScratchFile file{UniqueFd(), directory + "/" + prefix + "XXXXXX"};
  // Close-on-exec: a descriptor is not to outlive the server in one of its children.
  file.fd = UniqueFd(::mkostemp(file.path.data(), O_CLOEXEC));
  return file;
}

bool append_noise(const UniqueFd& file, std::size_t bytes) {
  std::array<char, 16384> noise{};
  noise.fill('~');
  const off_t before = ::lseek(file.get(), 0, SEEK_END);
  while (bytes > 0) {
    const ssize_t written = ::write(file.get(), noise.data(), std::min(bytes, noise.size()));
    if (written <= 0) {
      (void)!::ftruncate(file.get(), before);
      return false;
    }
    bytes -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace ttsoak
