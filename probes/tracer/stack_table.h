#pragma once

#include <stdint.h>

#include "probes/blackbox/layout.h"

namespace ttsoak::tracer {

// The id of a call stack (blackbox::FrameNode::frame values, innermost first), the same for equal
// stacks; 0 when the tables are full. Lock-free. `fresh`: it was not known before.
uint32_t intern_stack(const uint64_t* frames, uint32_t count, bool& fresh);

// Books one sample that stands for `weight` blocks of `bytes` each.
void add_allocated(uint32_t stack, uint64_t bytes, double weight);
void add_freed(uint32_t stack, uint64_t bytes, double weight);

}  // namespace ttsoak::tracer
