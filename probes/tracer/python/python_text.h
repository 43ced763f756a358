#pragma once

#include <stddef.h>
#include <stdint.h>

#include "probes/tracer/python/interpreter.h"

namespace ttsoak::tracer {

// Copies a str as UTF-8, cut at a character if it does not fit. Bytes that were no text to the
// interpreter (U+DC80 to U+DCFF, as in file names) come out as they were. Returns its length.
size_t copy_text(const Interpreter& python, uintptr_t text, char* copy, size_t room);

}  // namespace ttsoak::tracer
