#include "probes/allocator/malloc_info.h"

#include <algorithm>
#include <optional>

#include "probes/process/proc_fields.h"

namespace ttsoak {
namespace {

using std::string_view;

constexpr std::int64_t kMost = std::int64_t{1} << 56;  // sums stay far from an overflow

// `name="value"` of one element; empty if it has none.
string_view attribute(string_view element, string_view name) {
  std::size_t at = 0;
  while ((at = element.find(name, at)) != string_view::npos) {
    const bool is_whole = at > 0 && element[at - 1] == ' ';
    at += name.size();
    if (!is_whole || element.substr(at, 2) != "=\"") continue;
    const string_view value = element.substr(at + 2);
    return value.substr(0, value.find('"'));
  }
  return {};
}

// Reads attributes of one element after the other, and keeps the first error.
class Numbers {
 public:
  std::int64_t of(string_view element, string_view name) {
    const string_view word = attribute(element, name);
    const auto number = to_integer<std::int64_t>(word);
    if (number && *number >= 0 && *number < kMost) return *number;
    if (!error_) error_ = bad_field("malloc_info: " + std::string(name), word);
    return 0;
  }
  [[nodiscard]] const Status& error() const { return error_; }

 private:
  Status error_;
};

void read_total(string_view element, Numbers& numbers, MallocInfo& info, bool is_in_arena) {
  const string_view type = attribute(element, "type");
  const std::int64_t bytes = numbers.of(element, "size");
  if (is_in_arena && type == "fast") info.arenas.back().fast_bytes = bytes;
  if (is_in_arena && type == "rest") info.arenas.back().free_bytes = bytes;
  if (type == "mmap") {
    info.mapped_bytes = bytes;
    info.mapped_blocks = numbers.of(element, "count");
  }
}

}  // namespace

std::int64_t MallocInfo::Arena::top_bytes() const {
  std::int64_t binned = 0;
  for (const Bin& bin : bins) binned += bin.bytes;
  return std::max<std::int64_t>(0, free_bytes - binned);
}

Result<MallocInfo> parse_malloc_info(string_view xml) {
  const std::size_t begin = xml.find("<malloc version=\"1\">");
  if (begin == string_view::npos) return Error{"malloc_info: no XML of version 1"};
  xml = xml.substr(begin + 1);
  MallocInfo info;
  Numbers numbers;
  bool is_in_arena = false;
  for (std::size_t open = 0; (open = xml.find('<')) != string_view::npos;) {
    const std::size_t close = xml.find('>', open);
    if (close == string_view::npos) break;
    const string_view element = xml.substr(open + 1, close - open - 1);
    xml = xml.substr(close + 1);
    string_view rest = element;
    const string_view tag = take_word(rest);
    if (tag == "heap") {
      info.arenas.emplace_back();
      is_in_arena = true;
    } else if (tag == "/heap") {
      is_in_arena = false;
    } else if (tag == "/malloc") {
      if (numbers.error()) return *numbers.error();
      return info;
    } else if (is_in_arena && (tag == "size" || tag == "unsorted")) {
      // Fastbins alone span 16 bytes. What they hold is no part of "rest".
      const bool is_fast =
          tag == "size" && numbers.of(element, "to") - numbers.of(element, "from") == 15;
      const MallocInfo::Bin bin{numbers.of(element, "total"), numbers.of(element, "count")};
      if (!is_fast) info.arenas.back().bins.push_back(bin);
    } else if (tag == "total") {
      read_total(element, numbers, info, is_in_arena);
    } else if (is_in_arena && tag == "system" && attribute(element, "type") == "current") {
      info.arenas.back().system_bytes = numbers.of(element, "size");
    }
  }
  return Error{"malloc_info: cut short"};
}

}  // namespace ttsoak
