#pragma once

#include <cstdint>

namespace ttsoak {

// How often this thread has called operator new since it started. Counted by replacements of the
// global operators in process_allocations.cpp, for this test program alone.
std::int64_t allocations_of_this_thread();

}  // namespace ttsoak
