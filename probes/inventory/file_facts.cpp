#include "probes/inventory/file_facts.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

namespace ttsoak {
namespace {

constexpr std::int64_t kBlockBytes = 512;  // the unit of stx_blocks, whatever the file system's is

std::optional<FileFacts> ask(int directory, const char* name, int flags) {
  struct statx status {};
  flags |= AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT;
  if (::statx(directory, name, flags, STATX_BASIC_STATS, &status) != 0) return std::nullopt;
  return FileFacts{.device = ::gnu_dev_makedev(status.stx_dev_major, status.stx_dev_minor),
                   .inode = status.stx_ino,
                   .mode = status.stx_mode,
                   .uid = status.stx_uid,
                   .disk_bytes = static_cast<std::int64_t>(status.stx_blocks) * kBlockBytes,
                   .changed_s = status.stx_ctime.tv_sec};
}

}  // namespace

std::optional<FileFacts> file_facts(int directory, const char* name, bool follow) {
  return ask(directory, name, follow ? 0 : AT_SYMLINK_NOFOLLOW);
}

std::optional<FileFacts> file_facts(int file) { return ask(file, "", AT_EMPTY_PATH); }

}  // namespace ttsoak
