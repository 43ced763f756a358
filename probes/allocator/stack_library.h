#pragma once

#include <cstdint>
#include <string>

#include "probes/heap/box_tables.h"

namespace ttsoak {

// The library a call stack belongs to: the path of the innermost module, or Python file, that is
// not everybody's (allocators, the C and C++ runtime, the loader, the interpreter, the tracer).
// Empty where there is none.
std::string library_of(const BoxTables& tables, std::int64_t stack);

}  // namespace ttsoak
