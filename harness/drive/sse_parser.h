#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "harness/drive/line_splitter.h"

namespace ttsoak {

struct ServerEvent {
  std::string name = "message";
  std::string data;
};

// Reads a stream of server-sent events, in any pieces.
// Source: WHATWG HTML, "Server-sent events", section on interpreting an event stream. Ids and retry
// times are for clients that reconnect, and are passed over. An event without its empty line at the
// end of the stream is none.
class SseParser {
 public:
  static constexpr std::size_t kLongestEvent = std::size_t{16} << 20U;

  // Calls `on_event` for each event that `bytes` completes, until that returns an error.
  // Errors: an event of more than 16 MiB; what `on_event` says.
  Status feed(std::string_view bytes, const std::function<Status(const ServerEvent&)>& on_event);

 private:
  Status take_line(std::string_view line,
                   const std::function<Status(const ServerEvent&)>& on_event);

  LineSplitter lines_{kLongestEvent};
  ServerEvent event_;
  bool has_data_ = false;
  bool first_line_ = true;
};

}  // namespace ttsoak
