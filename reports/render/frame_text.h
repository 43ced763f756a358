#pragma once

#include <string>
#include <string_view>

#include "probes/values/heap_snapshot.h"

namespace ttsoak {

// One frame of a call stack in words, on one line. What is not known about it is left out; an
// address that nobody can name reads "libvoice.so+0x1f30".

// Short, the same for all calls of a line: "Voice.load (tts.py:17)", "speak(char const*)". For
// graphs, where equal labels are added up.
std::string frame_label(const Frame& frame);

// Long: "Voice.load at /app/tts.py:17", "speak(char const*) at src/speak.cpp:88 in libvoice.so".
// Of C++ names that fill a page, the middle is left out.
std::string frame_line(const Frame& frame);

// "/usr/lib/libvoice.so.1" -> "libvoice.so.1".
std::string_view last_part(std::string_view path);

}  // namespace ttsoak
