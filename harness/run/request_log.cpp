#include "harness/run/request_log.h"

#include <cstdio>
#include <ostream>

namespace ttsoak {
namespace {

std::string megabytes(double bytes, bool signs) {
  char text[48];
  std::snprintf(text, sizeof text, signs ? "%+.1fMB" : "%.1fMB", bytes / (1 << 20));
  return text;
}

std::string line_of(const std::string& path, const RssCourse& course) {
  const auto figure = [](const char* name, std::int64_t bytes) {
    return std::string(" ") + name + "=" + megabytes(static_cast<double>(bytes), false);
  };
  return "[MEM] " + path + figure("start", course.start_bytes) + figure("peak", course.peak_bytes) +
         figure("end", course.end_bytes) +
         " delta=" + megabytes(static_cast<double>(course.end_bytes - course.start_bytes), true);
}

}  // namespace

void RequestLog::record(Observation observation) {
  if (const auto* outcome = std::get_if<RequestOutcome>(&observation)) {
    // One write for the whole line: the ticker writes to the same stream.
    out_ << (terminal_ ? "\r\x1b[K" : "") +
                line_of(path_, rss_.between(outcome->sent, outcome->done)) + "\n"
         << std::flush;
  }
  next_.record(std::move(observation));
}

}  // namespace ttsoak
