#include "reports/record/heap_history.h"

#include <algorithm>
#include <unordered_map>

namespace ttsoak {
namespace {

struct StackHash {
  std::size_t operator()(const StackKey& key) const {
    return std::hash<std::int64_t>()(key.second * 1000003 + key.first);
  }
};

template <typename Value>
using ByStack = std::unordered_map<StackKey, Value, StackHash>;

// By key, so that it is always the same ones, in the same order.
Result<std::vector<StackKey>> choose(OpenRecord& file, const HeapRecord& heap) {
  struct Ends {
    double early = 0, now = 0;
  };
  ByStack<Ends> ends;
  if (Status error = for_each_history_row(file, heap, [&](const HistoryRow& row) {
        const HeapProcess& process = *find_process(heap, row.key.first);
        Ends& stack = ends[row.key];
        stack.now = row.live_bytes + row.mapped_bytes;
        if (row.index <= process.first + (process.last - process.first) / 3) {
          stack.early = stack.now;
        }
      })) {
    return *error;
  }
  std::vector<std::pair<double, StackKey>> shrinkage;
  for (const auto& [key, stack] : ends) shrinkage.emplace_back(stack.early - stack.now, key);
  std::sort(shrinkage.begin(), shrinkage.end());
  shrinkage.resize(std::min(shrinkage.size(), HeapRecord::kMostStacks));
  std::vector<StackKey> keys;
  keys.reserve(shrinkage.size());
  for (const auto& [shrunk, key] : shrinkage) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

// The sum over stacks that are not kept, from their changes.
class Others {
 public:
  explicit Others(const HeapRecord& heap) : heap_(heap), changes_(heap.cycles.size() + 1) {}

  void take(const HistoryRow& row) {
    const Sums now{row.live_bytes, row.live_blocks, row.mapped_bytes};
    Sums& held = held_[row.key];
    add(changes_[row.index], now, 1);
    add(changes_[row.index], held, -1);
    // What a process held is gone with it.
    const std::size_t gone = find_process(heap_, row.key.first)->last + 1;
    add(changes_[gone], now, -1);
    add(changes_[gone], held, 1);
    held = now;
  }

  void store(HeapRecord& heap) const {
    heap.other_stacks = held_.size();
    Sums sum;
    for (std::size_t i = 0; i < heap.cycles.size(); ++i) {
      add(sum, changes_[i], 1);
      heap.other_live_bytes.push_back(sum.live_bytes);
      heap.other_live_blocks.push_back(sum.live_blocks);
      heap.other_mapped_bytes.push_back(sum.mapped_bytes);
    }
  }

 private:
  struct Sums {
    double live_bytes = 0, live_blocks = 0, mapped_bytes = 0;
  };
  static void add(Sums& to, const Sums& what, double factor) {
    to.live_bytes += factor * what.live_bytes;
    to.live_blocks += factor * what.live_blocks;
    to.mapped_bytes += factor * what.mapped_bytes;
  }

  const HeapRecord& heap_;
  std::vector<Sums> changes_;  // by cycle; the last for what is gone at the end
  ByStack<Sums> held_;
};

StackSeries empty_series(const HeapRecord& heap, const StackKey& key) {
  const HeapProcess& process = *find_process(heap, key.first);
  StackSeries series;
  series.stack.process = key.first;
  series.stack.stack = key.second;
  series.now.stack = key.second;
  series.first = process.first;
  for (auto* column :
       {&series.live_bytes, &series.live_blocks, &series.live_variance, &series.mapped_bytes}) {
    column->resize(process.last + 1 - process.first);
  }
  return series;
}

void hold_from(StackSeries& series, const HistoryRow& row) {
  const auto from = static_cast<std::ptrdiff_t>(row.index - series.first);
  std::fill(series.live_bytes.begin() + from, series.live_bytes.end(), row.live_bytes);
  std::fill(series.live_blocks.begin() + from, series.live_blocks.end(), row.live_blocks);
  std::fill(series.live_variance.begin() + from, series.live_variance.end(), row.live_variance);
  std::fill(series.mapped_bytes.begin() + from, series.mapped_bytes.end(), row.mapped_bytes);
}

}  // namespace

const HeapProcess* find_process(const HeapRecord& heap, int process) {
  const auto at =
      std::lower_bound(heap.processes.begin(), heap.processes.end(), process,
                       [](const HeapProcess& p, int wanted) { return p.newest.process < wanted; });
  return at != heap.processes.end() && at->newest.process == process ? &*at : nullptr;
}

Status for_each_history_row(OpenRecord& file, const HeapRecord& heap,
                            const std::function<void(const HistoryRow&)>& use) {
  if (Status error = file.for_each_row(
          "SELECT cycle, process, stack, live_bytes, live_blocks, live_variance, mapped_bytes "
          "FROM stack_history ORDER BY cycle, process, stack",
          [&](const Statement& row) -> Status {
            const auto at = std::lower_bound(heap.cycles.begin(), heap.cycles.end(),
                                             static_cast<int>(row.integer(0)));
            const StackKey key{static_cast<int>(row.integer(1)), row.integer(2)};
            const auto index = static_cast<std::size_t>(at - heap.cycles.begin());
            const HeapProcess* process = find_process(heap, key.first);
            if (process == nullptr || index < process->first || index > process->last) {
              return std::nullopt;
            }
            use({key, index, row.real(3), row.real(4), row.real(5), row.real(6)});
            return std::nullopt;
          })) {
    return error;
  }
  // The newest trough is not in the history where its cycle is not a multiple of the stride.
  return for_each_newest_figures(file, [&](const StackKey& key, const StackFigures& f) {
    const HeapProcess* process = find_process(heap, key.first);
    if (process == nullptr || process->newest.cycle != heap.cycles[process->last]) return;
    use({key, process->last, f.live_bytes, f.live_blocks, f.live_variance, f.mapped_bytes});
  });
}

Status read_history(OpenRecord& file, HeapRecord& heap) {
  const Result<std::vector<StackKey>> chosen = choose(file, heap);
  if (!chosen.ok()) return chosen.error();
  ByStack<std::size_t> place;
  for (const StackKey& key : chosen.value()) {
    place[key] = heap.stacks.size();
    heap.stacks.push_back(empty_series(heap, key));
  }
  Others others(heap);
  if (Status error = for_each_history_row(file, heap, [&](const HistoryRow& row) {
        const auto kept = place.find(row.key);
        if (kept == place.end()) return others.take(row);
        hold_from(heap.stacks[kept->second], row);
      })) {
    return error;
  }
  others.store(heap);
  return for_each_newest_figures(file, [&](const StackKey& key, const StackFigures& figures) {
    const auto kept = place.find(key);
    if (kept != place.end()) heap.stacks[kept->second].now = figures;
  });
}

}  // namespace ttsoak
