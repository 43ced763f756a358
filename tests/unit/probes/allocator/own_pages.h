#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

#include "probes/allocator/page_map.h"
#include "probes/base/result.h"

namespace ttsoak {

// Pages of the test's own process, none of them in memory before they are touched.
class OwnPages {
 public:
  explicit OwnPages(std::size_t count)
      : bytes_(count * kPageBytes),
        base_(static_cast<char*>(::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
    if (base_ == MAP_FAILED) abort_with("no memory");
    ::madvise(base_, bytes_, MADV_NOHUGEPAGE);
  }
  OwnPages(const OwnPages&) = delete;
  OwnPages& operator=(const OwnPages&) = delete;
  ~OwnPages() { ::munmap(base_, bytes_); }

  void touch(std::size_t first, std::size_t count) const {
    for (std::size_t i = first; i < first + count; ++i) base_[i * kPageBytes] = 1;
  }
  [[nodiscard]] std::uint64_t start() const { return reinterpret_cast<std::uint64_t>(base_); }
  [[nodiscard]] std::uint64_t at(std::size_t page) const { return start() + page * kPageBytes; }

  static PageMap map() {
    auto map = PageMap::open(::getpid());
    if (!map.ok()) abort_with(map.error().message.c_str());
    return std::move(map).value();
  }

 private:
  std::size_t bytes_;
  char* base_;
};

}  // namespace ttsoak
