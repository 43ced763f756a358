#pragma once

#include <stdint.h>

#include "probes/tracer/python/interpreter.h"

namespace ttsoak::tracer {

// Are the offsets right for the interpreter at hand? Decided once, at the first thread state with
// a Python frame, by reading that chain through the kernel, where a wrong address is an error and
// not a SIGSEGV. Until then, and if they are wrong, false.
bool are_offsets_proven(const Interpreter& python, uintptr_t state);

}  // namespace ttsoak::tracer
