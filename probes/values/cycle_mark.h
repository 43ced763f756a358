#pragma once

#include <cstdint>

#include "probes/base/clock.h"

namespace ttsoak {

// How a quiesce ended.
enum class QuiesceEnd {
  steady,  // RSS moved less than the tolerance over the settling time
  limit,   // it was still moving at the time limit: the trough may be high
};

// One finished cycle: load, then quiesce, then its trough.
struct CycleMark {
  int cycle = 0;  // from 1
  RunTime started{0};
  RunTime load_ended{0};  // the last response was complete
  RunTime quiesced{0};    // end of the quiesce
  QuiesceEnd quiesce_end = QuiesceEnd::steady;
  std::int64_t requests = 0;          // sent in this cycle
  std::int64_t errors = 0;            // of them, how many failed
  std::uint64_t work_digest = 0;      // of the multiset of requests; equal for equal work
  std::int64_t trough_rss_bytes = 0;  // lowest RSS of the whole process tree in the quiesce
  int lifetime = 0;                   // grows by 1 when the root process is replaced
};

}  // namespace ttsoak
