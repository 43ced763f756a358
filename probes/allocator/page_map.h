#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "probes/base/result.h"
#include "probes/base/unique_fd.h"

namespace ttsoak {

constexpr std::uint64_t kPageBytes = 4096;

// Which pages of a process are in memory now. Not those that are swapped out, which are no RSS.
//
// Source: /proc/<pid>/pagemap, bit 63 of each 64 bits (kernel documentation,
// admin-guide/mm/pagemap).
class PageMap {
 public:
  // Errors: the process has ended, or is another user's.
  static Result<PageMap> open(int host_pid);

  // One entry for each page that [start, end) touches.
  [[nodiscard]] Result<std::vector<bool>> present(std::uint64_t start, std::uint64_t end) const;

  // Bytes of the pages in memory.
  [[nodiscard]] Result<std::int64_t> present_bytes(std::uint64_t start, std::uint64_t end) const;

 private:
  PageMap(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}

  UniqueFd fd_;
  std::string path_;
};

}  // namespace ttsoak
