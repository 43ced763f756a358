#pragma once

#include <string>

namespace ttsoak {

// Python code that finds out where objects hang, for Command::python_run. It reads `wanted` (ids of
// containers), `slots` (ids of what was made anew in the same place) and `types` (ids of types),
// which name_holders() puts before it, and leaves lines in `result`; see parse_names().
//
// It runs none of the program's code: of foreign objects it takes type() and id() alone and reads
// attributes by the builtin types' own descriptors. It imports nothing. CPython 3.9 and later.
std::string naming_code();

// The first part of it: how one object hangs on another, in words.
extern const char* const kNamingLabels;

// Leaves "ALLOCATED RESERVED" bytes of torch.cuda, all devices, in `result`; empty where torch was
// not imported or CUDA was not used yet.
extern const char* const kCudaCode;

}  // namespace ttsoak
