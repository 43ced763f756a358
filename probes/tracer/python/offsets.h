#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// Where things stand inside CPython's own structures, in bytes. 64-bit builds with a GIL only.
//
// Source: offsetof() against the headers of 3.8.18, 3.9.18, 3.10.13, 3.11.7, 3.12.1 and 3.13.0;
// from 3.13 on the interpreter publishes most of them itself (_Py_DebugOffsets,
// stable within a minor version).
struct Offsets {
  // _PyRuntime
  uint32_t finalizing;         // set while and after the interpreter ends
  uint32_t interpreters_head;  // the newest; the main one is the word behind it
  uint32_t current_state;      // the holder of the GIL; 3.8 to 3.11
  uint32_t thread_key;         // Py_tss_t autoTSSkey; 0 = to be found in the code

  // PyThreadState
  uint32_t state_thread_id;
  uint32_t state_frame;   // frame, cframe or current_frame
  bool frame_is_boxed;    // 3.11, 3.12: state_frame leads to a _PyCFrame...
  uint32_t cframe_frame;  // ...which has the frame here

  // PyFrameObject, from 3.11 on _PyInterpreterFrame
  uint32_t frame_back;
  uint32_t frame_code;
  uint32_t frame_position;  // f_lasti, prev_instr or instr_ptr
  uint32_t frame_owner;     // 3.11 on
  uint32_t frame_is_entry;  // 3.11 only

  // PyCodeObject
  uint32_t code_file;
  uint32_t code_name;
  uint32_t code_qualified_name;  // 3.11 on
  uint32_t code_first_line;
  uint32_t code_lines;
  uint32_t code_first_traceable;  // 3.11 on
  uint32_t code_instructions;     // 3.11 on
  uint32_t code_version;          // 3.12, 3.13: changes with every new code object

  // str
  uint32_t ascii_data;
  uint32_t compact_data;  // and where a str that is not compact has its pointer

  uint32_t tuple_items = 24;

  bool operator==(const Offsets&) const = default;
};

// Offsets of 3.8 to 3.13. `version`: PY_VERSION_HEX >> 16. False: not one of them.
bool known_offsets(uint32_t version, Offsets& offsets);

// Reads the table that _PyRuntime starts with, from 3.13 on. `hex`: the version that the
// interpreter gives elsewhere. Null and `offsets` filled, except for what the table does not have
// (thread_key, code_version), or why the table is not to be believed.
const char* published_offsets(const uint64_t* runtime, uint32_t hex, Offsets& offsets);

}  // namespace ttsoak::tracer
