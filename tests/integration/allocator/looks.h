#pragma once

#include <cstdint>
#include <string>

#include "probes/allocator/heap_look.h"
#include "tests/integration/tracer/boxes.h"
#include "tests/integration/tracer/target.h"

namespace ttsoak {

// Looks at a traced program at its checkpoint, or ends the test program.
HeapLook look(const Boxes& boxes, const Target& target, Thoroughness thoroughness);

// All parts of a split together.
std::int64_t sum_of(const MemorySplit& split);

// Rss of /proc/<pid>/smaps_rollup.
std::int64_t rss_of(pid_t pid);

// The name of the function of the program that allocates in the stack; "" of none.
std::string function_of(const Boxes& boxes, const Target& target, const RetentionShare& share);

// The largest share of a role that has a stack; one without a stack if there is none.
RetentionShare largest(const HeapLook& look, RetentionRole role);

std::string described(const MemorySplit& split);

// The parts make up the whole, and no more than a twentieth of it is unexplained.
void expect_explained(const MemorySplit& split);

// Trims the target's heap at its checkpoint, and expects to the page what the walk had said.
// Returns how it looks afterwards.
HeapLook expect_trim_to_return_what_was_said(const Boxes& boxes, const Target& target);

}  // namespace ttsoak
