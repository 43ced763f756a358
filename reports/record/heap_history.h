#pragma once

#include <functional>
#include <vector>

#include "reports/record/heap_record.h"
#include "reports/record/read_stacks.h"

namespace ttsoak {

// The process with this index among those traced, or null.
const HeapProcess* find_process(const HeapRecord& heap, int process);

// What a stack holds from one trough on, until its next row.
struct HistoryRow {
  StackKey key;
  std::size_t index = 0;  // into HeapRecord::cycles
  double live_bytes = 0, live_blocks = 0, live_variance = 0, mapped_bytes = 0;
};

// Rows in order of time, the newest trough included. `heap` has its processes and cycles.
Status for_each_history_row(OpenRecord& file, const HeapRecord& heap,
                            const std::function<void(const HistoryRow&)>& use);

// Fills stacks (without frames and survivors) and the sums over the others. Reads the history
// twice: once to choose, once to fill, so that memory holds one figure for each stack and whole
// series only of those that are kept.
//
// Those that grew most are kept: what they hold at the newest trough, less what they held after a
// third of their process's.
Status read_history(OpenRecord& file, HeapRecord& heap);

}  // namespace ttsoak
