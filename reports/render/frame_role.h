#pragma once

#include <string>

#include "probes/values/heap_snapshot.h"

namespace ttsoak {

// Whose code a frame is, as far as its names tell.
enum class FrameRole {
  own,       // the program's: Python outside of site-packages, native code of the executable
  library,   // installed with it: a Python package, Python's own library, a shared library
  plumbing,  // every program's: allocator, C and C++ runtime, loader, interpreter, the tracer
  gap,
};
FrameRole role_of(const Frame& frame);

// The interpreter itself or what merely translates between it and a library; for native frames.
bool is_of_interpreter(const Frame& frame);

// Who a frame belongs to, for people: "libtorch_cpu.so", the Python package "uvicorn", "asyncio" of
// Python's own library, "Python" of the interpreter. Empty if not known.
std::string owner_of(const Frame& frame);

}  // namespace ttsoak
