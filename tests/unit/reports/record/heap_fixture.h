#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/unit/reports/record/record_fixture.h"

namespace ttsoak {

inline Frame native(const std::string& function, int line = 1) {
  return {FrameKind::native, function, function + ".cpp", line, "/lib/libtts.so", 0x1000};
}

inline StackFigures holds(std::int64_t stack, double bytes, double blocks = 1) {
  StackFigures figures;
  figures.stack = stack;
  figures.live_bytes = bytes;
  figures.live_blocks = blocks;
  figures.live_variance = 100 * bytes;
  return figures;
}

inline HeapSnapshot snapshot(int process, int cycle, std::vector<StackFigures> stacks) {
  HeapSnapshot heap;
  heap.process = process;
  heap.cycle = cycle;
  heap.at = ms(1000 * cycle);
  heap.allocated_bytes = 1000000 + 100 * cycle;
  heap.freed_bytes = 400000;
  heap.stacks = std::move(stacks);
  return heap;
}

}  // namespace ttsoak
