#pragma once

#include <cstdint>

#include "probes/base/unique_fd.h"

namespace ttsoak {

// How much of a process's address space is memory: present or swapped out. What a program maps and
// what it uses of that are two things: a JIT compiler may map 256 KiB for 8 KiB of code.
//
// Source: /proc/<pid>/pagemap (kernel documentation, admin-guide/mm/pagemap): 64 bits a page, bit
// 63 = present, 62 = swapped. Both may be read by whoever may ptrace the process.
class ResidentPages {
 public:
  // `host_pid` as seen from here; 0, or a process that may not be read: bytes() is then all of it.
  explicit ResidentPages(int host_pid);

  // Of [start, end), whole pages.
  [[nodiscard]] std::uint64_t bytes(std::uint64_t start, std::uint64_t end) const;

 private:
  UniqueFd pagemap_;
};

}  // namespace ttsoak
