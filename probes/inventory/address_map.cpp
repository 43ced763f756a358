#include "probes/inventory/address_map.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>

#include "probes/process/proc_fields.h"

namespace ttsoak {
namespace {

constexpr int kHex = 16;
constexpr std::uint64_t kMostAddresses = 32ULL << 30U;

std::optional<MappedRange> parse_line(std::string_view line) {
  const std::string_view addresses = take_word(line);
  const std::size_t dash = std::min(addresses.find('-'), addresses.size());
  const auto start = to_integer<std::uint64_t>(addresses.substr(0, dash), kHex);
  const auto end =
      to_integer<std::uint64_t>(addresses.substr(std::min(dash + 1, addresses.size())), kHex);
  const std::string_view permissions = take_word(line);
  take_word(line);  // offset in the file
  const std::string_view device = take_word(line);
  const auto inode = to_integer<std::uint64_t>(take_word(line));
  if (!start || !end || *end < *start || permissions.size() < 2 || !inode) return std::nullopt;
  MappedRange range{*start, *end, permissions[1] == 'w', "", ""};
  if (*inode != 0) range.file = std::string(device) + ":" + std::to_string(*inode);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  range.path = line;  // to the end of the line: it may contain blanks
  return range;
}

}  // namespace

Result<std::vector<MappedRange>> parse_proc_maps(std::string_view text) {
  std::vector<MappedRange> ranges;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    std::optional<MappedRange> range = parse_line(line);
    if (!range) return Error{"line " + std::to_string(number) + ": not a range of addresses"};
    ranges.push_back(std::move(*range));
  }
  return ranges;
}

const MappedRange* range_of(const std::vector<MappedRange>& ranges, std::uint64_t address) {
  const auto after = std::upper_bound(
      ranges.begin(), ranges.end(), address,
      [](std::uint64_t wanted, const MappedRange& range) { return wanted < range.end; });
  return after != ranges.end() && after->start <= address ? &*after : nullptr;
}

PageCounter::PageCounter(int directory)
    : pagemap_(::openat(directory, "pagemap", O_RDONLY | O_CLOEXEC)),
      pages_left_(kMostAddresses / static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))) {}

std::int64_t PageCounter::bytes(std::uint64_t start, std::uint64_t end) {
  static const auto page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  // Bit 63 = present, 62 = swapped out (kernel documentation, admin-guide/mm/pagemap).
  constexpr std::uint64_t kInMemory = std::uint64_t{3} << 62U;
  std::array<std::uint64_t, 4096> entries;
  std::uint64_t resident = 0;
  for (std::uint64_t page = start / page_bytes; page < end / page_bytes;) {
    const std::uint64_t wanted =
        std::min({std::uint64_t{entries.size()}, end / page_bytes - page, pages_left_});
    if (wanted == 0) return 0;
    const ssize_t got = ::pread(pagemap_.get(), entries.data(), wanted * sizeof entries[0],
                                static_cast<off_t>(page * sizeof entries[0]));
    const std::uint64_t count = got <= 0 ? 0 : static_cast<std::uint64_t>(got) / sizeof entries[0];
    if (count == 0) return 0;  // the process has ended
    for (std::uint64_t i = 0; i < count; ++i) resident += (entries[i] & kInMemory) != 0 ? 1U : 0U;
    page += count;
    pages_left_ -= count;
  }
  return static_cast<std::int64_t>(resident * page_bytes);
}

}  // namespace ttsoak
