#include "probes/tracer/walk/own_maps.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probes/tracer/walk/glibc_heap.h"

namespace ttsoak::tracer {

OwnMaps::OwnMaps() : fd_(open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) {}

OwnMaps::~OwnMaps() {
  if (fd_ >= 0) close(fd_);
}

bool OwnMaps::next_char(char& c) {
  if (at_ == size_) {
    const ssize_t got = read(fd_, buffer_, sizeof buffer_);
    if (got <= 0) return false;
    at_ = 0;
    size_ = static_cast<size_t>(got);
  }
  c = buffer_[at_++];
  return true;
}

// As much of it as there is room for.
bool OwnMaps::next_line(char* line, size_t room) {
  size_t length = 0;
  for (char c = 0; next_char(c);) {
    if (c == '\n') {
      line[length] = '\0';
      return true;
    }
    if (length + 1 < room) line[length++] = c;
  }
  return false;
}

// "7f0000000000-7f0000001000 rw-p 00000000 00:00 0    [name]"
bool OwnMaps::next(Mapping& mapping) {
  char line[128];
  if (!next_line(line, sizeof line)) return false;
  char* at = line;
  mapping.start = strtoull(at, &at, 16);
  mapping.end = *at == '-' ? strtoull(at + 1, &at, 16) : mapping.start;
  const bool is_private = strncmp(at, " rw-p ", 6) == 0;
  at += strcspn(at + 1, " ") + 2;  // past the permissions
  at += strcspn(at, " ");          // the offset
  at += strspn(at, " ");
  const bool has_no_device = strncmp(at, "00:00 0", 7) == 0;
  at += has_no_device ? 7 : 0;
  at += strspn(at, " ");
  mapping.is_plain = is_private && has_no_device && (*at == '\0' || strncmp(at, "[anon", 5) == 0);
  return true;
}

OwnPages::OwnPages() : fd_(open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)) {}

OwnPages::~OwnPages() {
  if (fd_ >= 0) close(fd_);
}

bool OwnPages::is_present(uint64_t address) {
  const uint64_t page = address / kPageBytes;
  if (page < first_ || page - first_ >= kEntries) {
    first_ = page;
    const ssize_t got =
        pread(fd_, entries_, sizeof entries_, static_cast<off_t>(page * sizeof(uint64_t)));
    const size_t whole = got > 0 ? static_cast<size_t>(got) / sizeof(uint64_t) : 0;
    for (size_t i = whole; i < kEntries; ++i) entries_[i] = 0;
  }
  return (entries_[page - first_] >> 63) != 0;
}

}  // namespace ttsoak::tracer
