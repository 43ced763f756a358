#include "harness/drive/line_splitter.h"

namespace ttsoak {

Status LineSplitter::feed(std::string_view bytes,
                          const std::function<Status(std::string_view line)>& on_line) {
  while (!bytes.empty()) {
    if (after_cr_ && bytes.front() == '\n') bytes.remove_prefix(1);
    after_cr_ = false;
    if (bytes.empty()) break;
    const std::size_t end = bytes.find_first_of("\r\n");
    const std::string_view more = bytes.substr(0, end);
    if (line_.size() + more.size() > longest_) {
      return Error{"a line longer than " + std::to_string(longest_ >> 10U) + " KiB"};
    }
    line_ += more;
    if (end == std::string_view::npos) return std::nullopt;
    after_cr_ = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    Status error = on_line(line_);
    line_.clear();
    if (error) return error;
  }
  return std::nullopt;
}

}  // namespace ttsoak
