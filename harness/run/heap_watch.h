#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "probes/allocator/heap_look.h"
#include "probes/base/clock.h"
#include "probes/heap/find_blackboxes.h"
#include "probes/heap/stack_resolver.h"
#include "probes/heap/symbolizer.h"
#include "probes/values/observation.h"
#include "reports/record/heap_record.h"

namespace ttsoak {

// What the traced processes hold together.
struct HeapWeight {
  std::int64_t live_bytes = 0;    // exact live heap, without mappings and pymalloc
  std::int64_t tracer_bytes = 0;  // HeapSnapshot::tracer_bytes
};

// The inside view: reads the black boxes that the target's processes write into one directory, and
// records their heaps by call stack. Names are resolved here, while the processes live; a report
// needs none of their files.
//
// One thread at a time, with nothing in flight.
class HeapWatch {
 public:
  // `is_ours`: the directory belongs to this run; black boxes of processes that came and went are
  // removed from it. `index_of` says under which ProcessInfo::index a process is watched; -1 = it
  // is not.
  HeapWatch(std::filesystem::path directory, bool is_ours, const RunClock& clock,
            ObservationSink& sink, std::function<int(pid_t)> index_of);
  HeapWatch(const HeapWatch&) = delete;
  HeapWatch& operator=(const HeapWatch&) = delete;
  ~HeapWatch();

  // What is allocated from now on is born in `cycle`.
  void begin_cycle(int cycle);

  // Records the heap of every process, at the trough of `cycle`; also of those that ended since the
  // last call, from what they left behind.
  void take_snapshots(int cycle);

  // Weighs the heaps, and records nothing. Nothing where no process is traced, or one that is
  // cannot be read.
  std::optional<HeapWeight> weigh();

  // Asks every process where its memory is and what Python holds, at the same trough.
  void look_inside(int cycle, Thoroughness thoroughness);

  // The same thoroughly, unless that has been done at this trough.
  void look_thoroughly(int cycle);

  // Names the containers of Python that have grown, while the processes live.
  void name_holders();

  // Whether the process of this index is traced.
  [[nodiscard]] bool is_traced(int process) const;

  // Tries what comes back if every process is asked to give back what it can. It changes how they
  // behave: for after the last look.
  void experiment(int cycle);

  // After the last snapshot. Where ttsoak watches itself, names are resolved only now: what reading
  // symbols takes would look like growth of the engine.
  void finish();

  // The troughs so far, for rss_troughs() and live_heap_troughs(); without blocks.
  [[nodiscard]] const std::vector<HeapTrough>& troughs() const { return troughs_; }

  // Black boxes seen so far. 0: nobody is traced.
  [[nodiscard]] std::size_t boxes_seen() const { return boxes_.size(); }

 private:
  struct Box;

  void find_new_boxes();
  void open_inside(Box& box);
  void take_snapshot(Box& box, int cycle);
  void follow_predecessors(Box& box);
  void record_stacks(Box& box, HeapSnapshot& snapshot);
  void name_stacks(Box& box);

  std::filesystem::path directory_;
  bool is_ours_;
  RunClock clock_;
  ObservationSink* sink_;
  std::function<int(pid_t)> index_of_;
  int cycle_ = 0;
  std::map<std::string, std::unique_ptr<Box>> boxes_;  // by file name and start
  std::vector<HeapTrough> troughs_;
  std::set<std::string> told_;  // refusals, each once
};

}  // namespace ttsoak
