#pragma once

#include "reports/record/heap_profile.h"

namespace ttsoak {

Frame python_frame(const std::string& function, const std::string& file, int line);
Frame native_frame(const std::string& function, const std::string& module,
                   std::uint64_t address = 0x1000);
Frame inlined_frame(const std::string& function, const std::string& file, int line);
Frame gap_frame();

// A stack as a server with torch has it: a tensor made in /app/tts.py, behind a web framework.
std::vector<Frame> torch_stack();

// That stack, a native one with an inlined function, and the unknown one, of one process.
HeapProfile sample_profile();

}  // namespace ttsoak
