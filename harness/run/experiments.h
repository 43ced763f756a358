#pragma once

#include <vector>

#include "probes/base/clock.h"
#include "probes/heap/blackbox_reader.h"
#include "probes/values/experiment.h"

namespace ttsoak {

// Asks the tracer in one process to give back what can be given back, and measures what did come
// back: gc.collect() where there is Python, then malloc_trim(), or jemalloc's purge where that is
// the allocator. It changes how the process behaves from there on, so it is done after the last
// trough.
//
// `predicted_bytes`: what a trim should return by the last MemorySplit; -1 = nothing was said.
// Experiment::process and ::cycle are the caller's. What could not be done is left out.
std::vector<Experiment> experiment_on(const BlackboxReader& reader, int host_pid,
                                      std::int64_t predicted_bytes, const RunClock& clock);

}  // namespace ttsoak
