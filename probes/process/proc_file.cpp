#include "probes/process/proc_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace ttsoak {
namespace {

constexpr std::size_t kFirstBufferBytes = 4096;  // holds every stat, statm and status

}  // namespace

Result<ProcFile> ProcFile::open(const std::filesystem::path& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) return errno_error(path.string());
  return ProcFile(std::move(fd), path.string());
}

Result<ProcFile> ProcFile::open_in(int directory, const std::filesystem::path& directory_path,
                                   const char* name) {
  UniqueFd fd(::openat(directory, name, O_RDONLY | O_CLOEXEC));
  std::string path = (directory_path / name).string();
  if (!fd.valid()) return errno_error(path);
  return ProcFile(std::move(fd), std::move(path));
}

Result<std::string_view> ProcFile::read() {
  if (buffer_.empty()) buffer_.resize(kFirstBufferBytes);

  // A short read does not mean the end: the kernel hands out tables such as /proc/net/tcp one
  // page of whole lines at a time. Only a read of nothing does.
  std::size_t length = 0;
  while (true) {
    const ssize_t n = ::pread(fd_.get(), buffer_.data() + length, buffer_.size() - length,
                              static_cast<off_t>(length));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno_error(path_);
    if (n == 0) return std::string_view(buffer_.data(), length);
    length += static_cast<std::size_t>(n);
    if (length == buffer_.size()) buffer_.resize(2 * buffer_.size());
  }
}

}  // namespace ttsoak
