#include "harness/run/quiesce.h"

#include <algorithm>
#include <thread>

namespace ttsoak {

Trough quiesce(const QuiesceSpec& spec, const TreeRssLog& rss, const RunClock& clock,
               const std::atomic<bool>& stop) {
  using std::chrono::duration_cast;
  const RunTime start = clock.now();
  const RunTime settle = duration_cast<RunTime>(spec.settle);
  // Two samples at least: one alone is always steady.
  const auto settled = [&](const RssSpan& span) {
    return span.samples >= 2 && span.high_bytes - span.low_bytes <= spec.tolerance_bytes;
  };
  while (true) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const RunTime now = clock.now();
    const RssSpan span = rss.since(std::max(start, now - settle));
    if (now - start >= settle && settled(span)) return {QuiesceEnd::steady, span.low_bytes};
    if (stop || now - start >= duration_cast<RunTime>(spec.limit)) {
      return {QuiesceEnd::limit, span.samples > 0 ? span.low_bytes : rss.latest_bytes()};
    }
  }
}

}  // namespace ttsoak
