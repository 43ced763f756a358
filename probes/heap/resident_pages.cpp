#include "probes/heap/resident_pages.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ttsoak {

ResidentPages::ResidentPages(int host_pid) {
  if (host_pid <= 0) return;
  const std::string path = "/proc/" + std::to_string(host_pid) + "/pagemap";
  pagemap_ = UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));  // NOLINT: variadic
}

std::uint64_t ResidentPages::bytes(std::uint64_t start, std::uint64_t end) const {
  constexpr std::uint64_t kPage = 4096;
  constexpr std::uint64_t kInMemory = std::uint64_t{3} << 62U;
  constexpr std::uint64_t kChunk = 65536;  // pages at once
  if (!pagemap_.valid()) return end - start;
  std::vector<std::uint64_t> entries;
  std::uint64_t resident = 0;
  for (std::uint64_t page = start / kPage; page < end / kPage;) {
    entries.resize(std::min(kChunk, end / kPage - page));
    const ssize_t got = ::pread(pagemap_.get(), entries.data(), entries.size() * sizeof entries[0],
                                static_cast<off_t>(page * sizeof entries[0]));
    if (got <= 0) return end - start;  // the process has ended
    entries.resize(static_cast<std::size_t>(got) / sizeof entries[0]);
    if (entries.empty()) break;
    for (const std::uint64_t entry : entries) resident += (entry & kInMemory) != 0 ? kPage : 0;
    page += entries.size();
  }
  return resident;
}

}  // namespace ttsoak
