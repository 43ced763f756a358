#include "harness/drive/sse_parser.h"

#include <utility>

namespace ttsoak {

Status SseParser::feed(std::string_view bytes,
                       const std::function<Status(const ServerEvent&)>& on_event) {
  return lines_.feed(bytes, [&](std::string_view line) { return take_line(line, on_event); });
}

Status SseParser::take_line(std::string_view line,
                            const std::function<Status(const ServerEvent&)>& on_event) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (std::exchange(first_line_, false) && line.starts_with(kByteOrderMark)) {
    line.remove_prefix(kByteOrderMark.size());
  }
  if (line.empty()) {
    const ServerEvent event = std::exchange(event_, {});
    return std::exchange(has_data_, false) ? on_event(event) : Status();
  }
  const std::size_t colon = line.find(':');
  const std::string_view field = line.substr(0, colon);
  std::string_view value;
  if (colon != std::string_view::npos) value = line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (field == "event") {
    event_.name = value.empty() ? "message" : value;
  } else if (field == "data") {
    if (event_.data.size() + value.size() >= kLongestEvent) {
      return Error{"an event longer than 16 MiB"};
    }
    if (std::exchange(has_data_, true)) event_.data += '\n';
    event_.data += value;
  }
  return std::nullopt;
}

}  // namespace ttsoak
