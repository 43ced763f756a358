#pragma once

#include <cstdint>
#include <string>

#include "probes/base/clock.h"

namespace ttsoak {

enum class ExperimentKind {
  gc_collect,      // Python's gc.collect()
  jemalloc_purge,  // all dirty and muzzy pages given back
  malloc_trim,     // glibc's malloc_trim(0)
};

// Something done to the target between cycles, outside the measured window, and what came back.
struct Experiment {
  ExperimentKind kind = ExperimentKind::malloc_trim;
  int process = 0;
  int cycle = 0;  // the cycle just ended
  RunTime at{0};
  std::int64_t rss_before_bytes = 0, rss_after_bytes = 0;
  std::int64_t predicted_bytes = -1;  // what MemorySplit said would come back; -1 = nothing said
  std::int64_t collected = -1;        // objects, by gc.collect
  std::int64_t took_us = 0;
};

}  // namespace ttsoak
