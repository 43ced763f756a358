#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probes/values/samples.h"

namespace ttsoak {

enum class FrameKind { native, inlined, python, gap };  // gap: frames were dropped here

// One frame of a call stack, as a person reads it. What is not known is empty or 0.
struct Frame {
  FrameKind kind = FrameKind::native;
  std::string function;  // demangled, or Python's (qualified from 3.11 on)
  std::string file;      // source file
  int line = 0;
  std::string module;         // path of the library or program; empty for Python
  std::uint64_t address = 0;  // ELF virtual address inside `module`; 0 for Python
  bool operator==(const Frame&) const = default;
};

// A distinct call stack of one process. Recorded once, before the first snapshot that names it.
struct HeapStack {
  int process = 0;            // ProcessInfo::index
  std::int64_t stack = 0;     // unique within the process; 0 = stacks that could not be taken
  std::vector<Frame> frames;  // innermost first
};

// What one stack holds at one trough. Bytes and blocks are estimates: each sample counts for what
// it stands for; `live_variance` (bytes squared) is the sampling variance of `live_bytes`.
struct StackFigures {
  std::int64_t stack = 0;
  double live_bytes = 0, live_blocks = 0, live_variance = 0;
  double allocated_bytes = 0, allocated_blocks = 0;  // totals since the process started
  double freed_bytes = 0, freed_blocks = 0;
  // Of live mappings (mmap), not in live_bytes: what is memory of them, or, for a process that has
  // ended or may not be looked into, their whole size.
  double mapped_bytes = 0;
};

// Blocks of one stack that were born in one cycle and still live.
struct Survivors {
  std::int64_t stack = 0;
  int born_cycle = 0;  // 0 = before the first
  double bytes = 0, blocks = 0;
};

// The heap of one process at one trough, read from its black box.
struct HeapSnapshot {
  int process = 0;
  int cycle = 0;
  RunTime at{0};

  // Exact, in usable bytes; of Python's allocators only blocks are counted, of any size. Those up
  // to 512 bytes are pymalloc's and not in the other figures.
  std::int64_t allocated_bytes = 0, allocated_blocks = 0, freed_bytes = 0, freed_blocks = 0;
  std::int64_t python_allocated_blocks = 0, python_freed_blocks = 0;

  // What the tracer takes of the process's memory: black box pages, its caches. Upper bound.
  std::int64_t tracer_bytes = 0;
  std::int64_t sample_mean_bytes = 0;  // mean distance of samples now; 0 = counters only
  std::int64_t samples = 0;            // live ones
  std::int64_t dropped_samples = 0;    // so far; > 0: live_bytes of stacks are too low
  std::string note;                    // what the tracer cannot see, for people

  std::vector<StackFigures> stacks;  // only those that ever held or allocated something
  std::vector<Survivors> survivors;
};

}  // namespace ttsoak
