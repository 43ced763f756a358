#pragma once

#include <cstdint>
#include <string>

#include "probes/heap/box_tables.h"

namespace ttsoak {

// The library a call stack belongs to: the path of the innermost module that is not everybody's
// (allocators, the C and C++ runtime, the loader, the interpreter, the tracer), or of the innermost
// Python file, if that is further in; of an installed Python package its directory. Where there is
// none, the interpreter; else empty.
std::string library_of(const BoxTables& tables, std::int64_t stack);

}  // namespace ttsoak
