#include "harness/run/progress.h"

#include <ostream>

#include "reports/units/units.h"

namespace ttsoak {
namespace {

std::string describe(const RunState& state) {
  std::string line = "cycle " + std::to_string(state.cycle) + "/" + std::to_string(state.cycles) +
                     (state.quiescing ? " quiesce" : "") + "  " + format_count(state.requests) +
                     " requests";
  if (state.errors > 0) line += " (" + format_count(state.errors) + " failed)";
  line += "  RSS " + format_bytes(state.rss_bytes);
  if (state.growth && state.growth->rss.fit_requests.size() > 1) {
    const Growth& rss = state.growth->rss;
    line += "  growth " + format_bytes(rss.rate) + "/request [" + format_bytes(rss.lower95) + ", " +
            format_bytes(rss.upper95) + "]";
  }
  if (state.left) {
    // Whole seconds: an estimate has no tenths.
    const std::int64_t left = state.left->count();
    line += "  " +
            (left < 60 ? std::to_string(left) + " s" : format_duration(static_cast<double>(left))) +
            " left";
  }
  return line;
}

}  // namespace

void Progress::say(const std::string& text) {
  erase_line();
  *out_ << text << std::endl;
}

void Progress::update(const RunState& state) {
  if (!terminal_) return;
  erase_line();
  *out_ << describe(state) << std::flush;
  line_open_ = true;
}

void Progress::cycle_done(const RunState& state) {
  if (terminal_) {
    update(state);
  } else {
    *out_ << describe(state) << std::endl;
  }
}

void Progress::finish() { erase_line(); }

void Progress::erase_line() {
  if (line_open_) *out_ << "\r\x1b[2K";
  line_open_ = false;
}

}  // namespace ttsoak
