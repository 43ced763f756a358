#include "probes/allocator/page_map.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace ttsoak {
namespace {

constexpr std::uint64_t kPresent = std::uint64_t{1} << 63;
constexpr std::uint64_t kAtOnce = 32768;  // pages

}  // namespace

Result<PageMap> PageMap::open(int host_pid) {
  std::string path = "/proc/" + std::to_string(host_pid) + "/pagemap";
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));  // NOLINT: variadic
  if (!fd.valid()) return errno_error(path);
  return PageMap(std::move(fd), std::move(path));
}

Result<std::vector<bool>> PageMap::present(std::uint64_t start, std::uint64_t end) const {
  std::vector<bool> pages;
  const std::uint64_t first = start / kPageBytes;
  const std::uint64_t last = end > start ? (end + kPageBytes - 1) / kPageBytes : first;
  pages.reserve(last - first);
  std::vector<std::uint64_t> entries;
  for (std::uint64_t page = first; page < last;) {
    entries.resize(std::min(kAtOnce, last - page));
    const ssize_t got = ::pread(fd_.get(), entries.data(), entries.size() * sizeof entries[0],
                                static_cast<off_t>(page * sizeof entries[0]));
    if (got < 0) return errno_error(path_);
    const auto whole = static_cast<std::size_t>(got) / sizeof entries[0];
    if (whole == 0) return Error{path_ + ": the process has ended"};
    for (std::size_t i = 0; i < whole; ++i) pages.push_back((entries[i] & kPresent) != 0);
    page += whole;
  }
  return pages;
}

Result<std::int64_t> PageMap::present_bytes(std::uint64_t start, std::uint64_t end) const {
  const auto pages = present(start, end);
  if (!pages.ok()) return pages.error();
  return static_cast<std::int64_t>(kPageBytes) *
         std::count(pages.value().begin(), pages.value().end(), true);
}

}  // namespace ttsoak
