#pragma once

#include <cstddef>
#include <cstdint>

// A tracer of its own around probes/tracer/python, to test that folder without the rest: it hooks
// malloc, wraps pymalloc, and lets a Python program ask, by ctypes, what its stack looks like.
extern "C" {

// Writes the calling thread's merged stack, innermost first, a frame a line:
//   python FILE|NAME|LINE     native SYMBOL     eval (a C frame of the evaluation function)
// Returns its length, or 0 if it does not fit.
std::size_t frames_capture(char* text, std::size_t room);

// Calls back: a native frame between Python frames.
void frames_call_through(void (*callback)());

// Captures on a thread that Python does not know.
std::size_t frames_capture_in_native_thread(char* text, std::size_t room);

struct FramesFigures {
  std::uint64_t samples;        // stacks merged by the malloc hook and pymalloc's wrappers
  std::uint64_t with_python;    // of these, with Python frames
  std::uint64_t mismatches;     // Losses::group_mismatches
  std::uint64_t nameless;       // Python frames without a slot, a file, or a name
  std::uint64_t lines_checked;  // against PyCode_Addr2Line
  std::uint64_t lines_wrong;
  std::uint64_t python_born, python_freed;  // pymalloc's blocks
  std::uint64_t python_bytes;               // sum of sizes noted
  std::uint64_t foreign_frees;              // forget_block() outside the wrappers' own count
  std::uint64_t codes_used;
  std::uint64_t is_settled;  // Python was found and pymalloc wrapped
  std::uint64_t blind;
};
void frames_figures(FramesFigures* figures);

// What the control thread does every second.
void frames_check_pymalloc();
}
