#include "probes/allocator/smaps.h"

#include <optional>

#include "probes/process/proc_fields.h"
#include "probes/process/proc_file.h"

namespace ttsoak {
namespace {

using std::string_view;

string_view take_line(string_view& text) {
  const std::size_t end = text.find('\n');
  const string_view line = text.substr(0, end);
  text = end == string_view::npos ? string_view() : text.substr(end + 1);
  return line;
}

// "7f0000000000-7f0000001000 rw-p 00000000 fe:00 1234    /path with spaces"; nothing for the lines
// of figures, which have a name and a colon.
std::optional<SmapsMapping> parse_head(string_view line) {
  const string_view range = take_word(line);
  const std::size_t dash = range.find('-');
  if (dash == string_view::npos || range.back() == ':') return std::nullopt;
  const auto start = to_integer<std::uint64_t>(range.substr(0, dash), 16);
  const auto end = to_integer<std::uint64_t>(range.substr(dash + 1), 16);
  if (!start || !end || *end <= *start) return std::nullopt;
  SmapsMapping mapping;
  mapping.start = *start;
  mapping.end = *end;
  mapping.permissions = take_word(line);
  for (int skipped = 0; skipped < 3; ++skipped) take_word(line);  // offset, device, inode
  const std::size_t name = line.find_first_not_of(' ');
  if (name != string_view::npos) mapping.name = line.substr(name);
  return mapping;
}

bool is_range(string_view word) {
  return word.find('-') != string_view::npos && !word.empty() && word.back() != ':';
}

}  // namespace

bool SmapsMapping::is_anonymous() const {
  return (name.empty() || name == "[heap]" || name.compare(0, 5, "[anon") == 0) &&
         permissions.size() >= 4 && permissions[3] == 'p';
}

Result<std::vector<SmapsMapping>> parse_smaps(string_view text) {
  std::vector<SmapsMapping> mappings;
  std::uint64_t seen_to = 0;
  bool is_wanted = false;
  bool has_rss = true;
  while (!text.empty()) {
    string_view line = take_line(text);
    string_view rest = line;
    const string_view word = take_word(rest);
    if (is_range(word)) {
      if (!has_rss) return bad_field("Rss", "");
      auto head = parse_head(line);
      if (!head) return Error{"smaps: not a mapping: \"" + std::string(line) + "\""};
      is_wanted = head->start >= seen_to;
      has_rss = false;
      if (!is_wanted) continue;
      seen_to = head->end;
      mappings.push_back(std::move(*head));
    } else if (word == "Rss:") {
      const string_view number = take_word(rest);
      const auto kib = to_integer<std::int64_t>(number);
      if (!kib || *kib < 0 || *kib > INT64_MAX / 1024) return bad_field("Rss", number);
      if (is_wanted) mappings.back().rss_bytes = *kib * 1024;
      has_rss = true;
    }
  }
  if (!has_rss) return bad_field("Rss", "");
  return mappings;
}

Result<std::vector<SmapsMapping>> read_smaps(int host_pid) {
  auto file = ProcFile::open("/proc/" + std::to_string(host_pid) + "/smaps");
  if (!file.ok()) return file.error();
  const auto text = file.value().read();
  if (!text.ok()) return text.error();
  return parse_smaps(text.value());
}

}  // namespace ttsoak
