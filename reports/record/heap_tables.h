#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "probes/values/heap_snapshot.h"
#include "reports/record/history_thinner.h"
#include "reports/record/sqlite.h"

namespace ttsoak {

// Puts stacks and snapshots of the heap into the record; see schema.sql for what is kept of them.
//
// What it remembers (which frames have a number, what was written of each stack) is bounded by the
// tracer's tables, not by the length of the run. After forget(), which a transaction that was
// rolled back calls for, some rows are written twice, and nothing is missing.
class HeapTables {
 public:
  static Result<HeapTables> prepare(Database& database);

  Status insert(const HeapStack& stack);
  Status insert(const HeapSnapshot& snapshot);
  void forget();

  // Nothing more will come of this process: what is remembered of its stacks is dropped.
  void ended(int process) { written_.erase(process); }

 private:
  // What stands in the record of one stack, as digests of the figures.
  struct Written {
    std::uint64_t figures = 0;
    std::uint64_t history = 0;
  };

  HeapTables(std::vector<Statement> statements, HistoryThinner history)
      : statements_(std::move(statements)), history_(std::move(history)) {}

  Result<std::int64_t> number_of(const Frame& frame);
  Status insert_figures(const HeapSnapshot& snapshot, const StackFigures& figures, bool keep);
  Status replace_survivors(const HeapSnapshot& snapshot);

  std::vector<Statement> statements_;  // in the order of heap_tables.cpp
  HistoryThinner history_;
  std::unordered_map<std::uint64_t, std::int64_t> frames_;  // digest of a frame to its number
  std::int64_t last_frame_ = 0;                             // numbers are not used again
  std::unordered_map<int, std::unordered_map<std::int64_t, Written>> written_;  // process, stack
};

}  // namespace ttsoak
