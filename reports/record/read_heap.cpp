#include <algorithm>
#include <map>

#include "reports/record/heap_history.h"
#include "reports/record/history_thinner.h"
#include "reports/record/read_parts.h"
#include "reports/record/read_stacks.h"

namespace ttsoak {
namespace {

HeapSnapshot read_snapshot(const Statement& row) {
  HeapSnapshot s;
  s.cycle = static_cast<int>(row.integer(0));
  s.process = static_cast<int>(row.integer(1));
  s.at = RunTime(row.integer(2));
  s.allocated_bytes = row.integer(3);
  s.allocated_blocks = row.integer(4);
  s.freed_bytes = row.integer(5);
  s.freed_blocks = row.integer(6);
  s.python_allocated_blocks = row.integer(7);
  s.python_freed_blocks = row.integer(8);
  s.tracer_bytes = row.integer(9);
  s.sample_mean_bytes = row.integer(10);
  s.samples = row.integer(11);
  s.dropped_samples = row.integer(12);
  s.note = row.text(13);
  return s;
}

// What one process was seen to do.
struct Life {
  int first_cycle = 0;
  HeapSnapshot newest;
};

Status read_snapshots(OpenRecord& file, HeapRecord& heap, std::map<int, Life>& lives) {
  return file.for_each_row(
      "SELECT cycle, process, at_us, allocated_bytes, allocated_blocks, freed_bytes, freed_blocks, "
      "python_allocated_blocks, python_freed_blocks, tracer_bytes, sample_mean_bytes, samples, "
      "dropped_samples, note FROM heap_snapshots ORDER BY cycle, process",
      [&](const Statement& row) -> Status {
        HeapSnapshot s = read_snapshot(row);
        if (heap.troughs.empty() || heap.troughs.back().cycle != s.cycle) {
          heap.troughs.emplace_back().cycle = s.cycle;
        }
        HeapTrough& trough = heap.troughs.back();
        trough.live_bytes += s.allocated_bytes - s.freed_bytes;
        trough.live_blocks += s.allocated_blocks - s.freed_blocks;
        trough.python_blocks += s.python_allocated_blocks - s.python_freed_blocks;
        trough.tracer_bytes += s.tracer_bytes;
        ++trough.processes;
        Life& life = lives.try_emplace(s.process, Life{s.cycle, {}}).first->second;
        life.newest = std::move(s);
        return std::nullopt;
      });
}

// The cycles that stacks have a point at, and which of them each process has.
void lay_out(HeapRecord& heap, const std::map<int, Life>& lives) {
  const int stride = history_stride(heap.troughs.back().cycle);
  for (const HeapTrough& trough : heap.troughs) {
    const bool newest = &trough == &heap.troughs.back();
    if (trough.cycle % stride == 0 || newest) heap.cycles.push_back(trough.cycle);
  }
  for (const auto& [index, life] : lives) {
    const auto first = std::lower_bound(heap.cycles.begin(), heap.cycles.end(), life.first_cycle);
    const auto after = std::upper_bound(heap.cycles.begin(), heap.cycles.end(), life.newest.cycle);
    if (first == after) continue;  // lived between two troughs that are kept
    heap.processes.push_back({life.newest, static_cast<std::size_t>(first - heap.cycles.begin()),
                              static_cast<std::size_t>(after - heap.cycles.begin()) - 1});
  }
}

StackSeries* find_stack(HeapRecord& heap, const StackKey& key) {
  const auto key_of = [](const StackSeries& s) { return StackKey{s.stack.process, s.stack.stack}; };
  const auto at = std::lower_bound(
      heap.stacks.begin(), heap.stacks.end(), key,
      [&](const StackSeries& s, const StackKey& wanted) { return key_of(s) < wanted; });
  return at != heap.stacks.end() && key_of(*at) == key ? &*at : nullptr;
}

Status read_survivors(OpenRecord& file, HeapRecord& heap) {
  return file.for_each_row(
      "SELECT process, stack, born_cycle, bytes, blocks FROM survivors "
      "ORDER BY process, stack, born_cycle",
      [&](const Statement& row) -> Status {
        const StackKey key{static_cast<int>(row.integer(0)), row.integer(1)};
        if (StackSeries* stack = find_stack(heap, key)) {
          stack->survivors.push_back(
              {key.second, static_cast<int>(row.integer(2)), row.real(3), row.real(4)});
        }
        return std::nullopt;
      });
}

}  // namespace

Status read_heap(OpenRecord& file, RunRecord& record) {
  const Result<bool> traced = has_heap_tables(file);
  if (!traced.ok()) return traced.error();
  if (!traced.value()) return std::nullopt;
  HeapRecord& heap = record.heap;
  std::map<int, Life> lives;
  if (Status error = read_snapshots(file, heap, lives)) return error;
  if (heap.empty()) return std::nullopt;
  lay_out(heap, lives);
  if (Status error = read_history(file, heap)) return error;
  auto frames =
      read_frames(file, [&](const StackKey& key) { return find_stack(heap, key) != nullptr; });
  if (!frames.ok()) return frames.error();
  for (auto& [key, stack] : frames.value()) find_stack(heap, key)->stack.frames = std::move(stack);
  return read_survivors(file, heap);
}

}  // namespace ttsoak
