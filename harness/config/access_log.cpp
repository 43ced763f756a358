#include "harness/config/access_log.h"

#include <algorithm>
#include <ctime>
#include <iterator>

namespace ttsoak {
namespace {

constexpr std::size_t kLongestDate = 64;

// What lies between the first `open` and the next `close` after it; `rest` is then what follows.
std::optional<std::string_view> enclosed(std::string_view& rest, char open, char close) {
  const std::size_t begin = rest.find(open);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = rest.find(close, begin + 1);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view inside = rest.substr(begin + 1, end - begin - 1);
  rest.remove_prefix(end + 1);
  return inside;
}

std::optional<RunTime> parse_date(std::string_view text) {
  if (text.size() > kLongestDate) return std::nullopt;
  const std::string date(text);
  std::tm calendar{};
  const char* const end = ::strptime(date.c_str(), "%d/%b/%Y:%H:%M:%S %z", &calendar);
  if (end == nullptr || *end != '\0') return std::nullopt;
  const long offset = calendar.tm_gmtoff;  // timegm() forgets it
  return std::chrono::seconds(::timegm(&calendar) - offset);
}

// The same second over and over would be a burst that there never was.
void spread_over_their_second(std::vector<ReplayEntry>& entries) {
  for (auto first = entries.begin(); first != entries.end();) {
    const auto last = std::find_if(first, entries.end(),
                                   [&](const ReplayEntry& entry) { return entry.at != first->at; });
    const auto count = std::distance(first, last);
    for (std::ptrdiff_t i = 1; i < count; ++i)
      first[i].at += RunTime(std::chrono::seconds(1)) * i / count;
    first = last;
  }
}

}  // namespace

std::optional<AccessLogLine> parse_access_log_line(std::string_view line) {
  std::string_view rest = line;
  const auto date = enclosed(rest, '[', ']');
  const auto request = date ? enclosed(rest, '"', '"') : std::nullopt;
  const auto at = request ? parse_date(*date) : std::nullopt;
  if (!at) return std::nullopt;
  const std::size_t space = request->find(' ');
  const std::size_t end = request->find(' ', std::min(space, request->size() - 1) + 1);
  if (space == std::string_view::npos || end == std::string_view::npos) return std::nullopt;
  return AccessLogLine{*at, std::string(request->substr(0, space)),
                       std::string(request->substr(space + 1, end - space - 1))};
}

Result<std::vector<ReplayEntry>> parse_access_log(const std::vector<std::string>& lines) {
  std::vector<ReplayEntry> entries;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::optional<AccessLogLine> line = parse_access_log_line(lines[i]);
    if (!line) {
      return Error{
          "line " + std::to_string(i + 1) +
          ": no line of an access log; expected HOST - USER [DATE] \"POST /PATH HTTP/1.1\" "
          "STATUS BYTES, or a JSON object a line"};
    }
    if (line->method != "POST") continue;
    ReplayEntry entry;
    entry.at = line->at;
    entry.row["target"] = std::move(line->target);
    entries.push_back(std::move(entry));
  }
  if (entries.empty()) return Error{"no POST request in it; speech is asked for by POST"};
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.at < b.at; });
  spread_over_their_second(entries);
  const RunTime first = entries.front().at;
  for (ReplayEntry& entry : entries) entry.at -= first;
  return entries;
}

}  // namespace ttsoak
