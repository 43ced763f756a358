#pragma once

#include <stddef.h>
#include <stdint.h>

namespace ttsoak::tracer {

// Reads /proc/self/maps line by line, without stdio, which allocates.
class OwnMaps {
 public:
  struct Mapping {
    uint64_t start, end;
    bool is_plain;  // private anonymous memory to read and write, without a name
  };

  OwnMaps();
  ~OwnMaps();
  OwnMaps(const OwnMaps&) = delete;
  OwnMaps& operator=(const OwnMaps&) = delete;

  [[nodiscard]] bool opened() const { return fd_ >= 0; }
  bool next(Mapping& mapping);

 private:
  bool next_line(char* line, size_t room);
  bool next_char(char& c);

  int fd_;
  char buffer_[4096];
  size_t at_ = 0;
  size_t size_ = 0;
};

// Which pages of this process are in memory (/proc/self/pagemap).
class OwnPages {
 public:
  OwnPages();
  ~OwnPages();
  OwnPages(const OwnPages&) = delete;
  OwnPages& operator=(const OwnPages&) = delete;

  [[nodiscard]] bool opened() const { return fd_ >= 0; }
  bool is_present(uint64_t address);

 private:
  static constexpr uint64_t kEntries = 512;
  int fd_;
  uint64_t first_ = UINT64_MAX;  // page that entries_ begins with
  uint64_t entries_[kEntries];
};

}  // namespace ttsoak::tracer
