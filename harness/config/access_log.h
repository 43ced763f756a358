#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/config/workload_spec.h"
#include "probes/base/result.h"

namespace ttsoak {

// A line of a web server's log in the Common or Combined Log Format:
// HOST - USER [30/Nov/2026:19:20:28 +0000] "POST /v1/audio/speech HTTP/1.1" 200 51244 ...
struct AccessLogLine {
  RunTime at{0};  // since 1970, by whole seconds
  std::string method, target;
};

// Nothing if it is no such line.
std::optional<AccessLogLine> parse_access_log_line(std::string_view line);

// The POST requests of such a log, for replay: when they came, and their target as the row's field
// "target"; what was in them the log does not tell. Those of one second are spread over it evenly.
// They come back by time, the first at zero.
//
// Errors: a line that is none ("line 3: ..."), no POST in it.
Result<std::vector<ReplayEntry>> parse_access_log(const std::vector<std::string>& lines);

}  // namespace ttsoak
