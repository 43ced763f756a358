#pragma once

#include <string>
#include <vector>

#include "probes/values/heap_snapshot.h"

namespace ttsoak {

enum class StackDetail { folded, full };

// A call stack for people: first who is responsible, then how execution got there.
struct StackText {
  // The frame whose author can change something about the memory allocated here: the innermost
  // Python frame that is not in an installed package; without one, the innermost native frame that
  // is neither allocator nor runtime nor interpreter. Where everything is of these, the innermost
  // Python frame, or the innermost frame of all. Empty for an unknown stack.
  Frame owner;
  std::string owner_line;  // "Voice.load at /app/tts.py:17"

  // File name of the native library that allocated on behalf of `owner`: the innermost below the
  // innermost Python frame that is neither allocator nor runtime nor interpreter. Without Python it
  // is the one that `owner` is in. Empty if Python's own objects were allocated.
  std::string holder_module;

  // Innermost first. Folded, a run of two frames or more of one library, or of one Python package,
  // is a single line "… 7 frames of libtorch_cpu.so …".
  std::vector<std::string> lines;

  // All of it, as lines that end in a line feed.
  [[nodiscard]] std::string text() const;
};

// `frames` innermost first.
StackText stack_text(const std::vector<Frame>& frames, StackDetail detail);

}  // namespace ttsoak
