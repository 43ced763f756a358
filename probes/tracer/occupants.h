#pragma once

#include "probes/blackbox/layout.h"

namespace ttsoak::tracer {

// Whether freeing this sampled block, which is still there, leaves a hole worth noting: it is large
// enough, and has no mapping of its own.
bool leaves_a_hole(const void* address, const blackbox::LiveSample& sample);

// Notes whose block it was that leaves that hole (blackbox::Occupant).
void note_occupant(const void* address, const blackbox::LiveSample& sample);

}  // namespace ttsoak::tracer
