#pragma once

#include <cstdint>

#include "probes/blackbox/layout.h"

namespace ttsoak {

// Bytes of the process's memory that the tracer takes: the pages of the black box that it has
// touched, and what it mapped and allocated beside it. An upper bound, from the counts of used
// elements: how many pages of a hash table were touched is not counted, so they count as all.
std::int64_t own_memory_bytes(const blackbox::Header& header);

}  // namespace ttsoak
