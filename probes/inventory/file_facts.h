#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

namespace ttsoak {

// What statx() says of a file.
struct FileFacts {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  unsigned mode = 0;  // st_mode
  uid_t uid = 0;
  std::int64_t disk_bytes = 0;  // blocks, not length: a hole takes nothing
  std::int64_t changed_s = 0;   // ctime, seconds since 1970
};

// Facts of `name` in the open `directory`; nothing if there is no such file (any more) or it may
// not be asked. Never waits for a server: what a network file system has at hand has to do.
// `follow`: of what a link leads to, as those in /proc/<pid>/fd do, unlinked or not.
std::optional<FileFacts> file_facts(int directory, const char* name, bool follow);

// The same of an open file or directory.
std::optional<FileFacts> file_facts(int file);

}  // namespace ttsoak
