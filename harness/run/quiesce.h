#pragma once

#include <atomic>
#include <cstdint>

#include "harness/config/run_config.h"
#include "harness/run/tree_rss_log.h"
#include "probes/base/clock.h"
#include "probes/values/cycle_mark.h"

namespace ttsoak {

// What a quiesce found.
struct Trough {
  QuiesceEnd end = QuiesceEnd::steady;
  std::int64_t rss_bytes = 0;  // the lowest tree RSS of the settling time
};

// Waits, with nothing in flight, until the RSS of the tree has stayed within the tolerance for the
// settling time, or for the limit. `stop` cuts it short; the trough is then what was seen so far.
Trough quiesce(const QuiesceSpec& spec, const TreeRssLog& rss, const RunClock& clock,
               const std::atomic<bool>& stop);

}  // namespace ttsoak
