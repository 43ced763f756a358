#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "probes/base/result.h"

namespace ttsoak {

// Cuts a stream of bytes into its lines, which end with LF, CR LF or CR.
class LineSplitter {
 public:
  // `longest`: bytes of a line, without its end.
  explicit LineSplitter(std::size_t longest) : longest_(longest) {}

  // Calls `on_line` for each line that `bytes` completes, until that returns an error.
  // Errors: a line is longer than allowed; what `on_line` says.
  Status feed(std::string_view bytes, const std::function<Status(std::string_view line)>& on_line);

  // What came after the last line break.
  [[nodiscard]] const std::string& rest() const { return line_; }

 private:
  std::size_t longest_;
  std::string line_;
  bool after_cr_ = false;  // a LF that comes now belongs to the line before
};

}  // namespace ttsoak
