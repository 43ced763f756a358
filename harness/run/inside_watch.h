#pragma once

#include <optional>

#include "probes/allocator/heap_look.h"
#include "probes/base/clock.h"
#include "probes/heap/blackbox_reader.h"
#include "probes/python/python_probe.h"
#include "probes/values/observation.h"

namespace ttsoak {

// What one traced process can be asked about itself with the help of the tracer in it: where its
// memory is and who keeps it there, which of Python's containers grow, and what comes back if it is
// asked to give back what it can. Records the answers.
//
// One thread at a time, with nothing in flight: the process's allocator, and its interpreter, stand
// still for MemorySplit::pause_us and PythonHeap::pause_us.
class InsideWatch {
 public:
  // `box` must outlive this. `host_pid`: the process as seen from here. `process`:
  // ProcessInfo::index.
  InsideWatch(const BlackboxReader& box, int host_pid, int process, const RunClock& clock,
              ObservationSink& sink);

  // At the trough of `cycle`. `first_stack`: what is added to the box's numbers of stacks.
  //
  // A process that does not answer costs ten seconds each time: one that has forked, for instance,
  // has no control thread until it allocates again. So after a look without an answer some are left
  // out, after a second one more of them.
  void look(int cycle, Thoroughness thoroughness, std::int64_t first_stack);

  // Records the names of the containers that grew.
  void name_holders();

  // Tries what comes back. It changes how the process behaves: for after the last cycle.
  void experiment(int cycle);

  // The last cycle whose heap was walked; -1 = none.
  [[nodiscard]] int walked_cycle() const { return walked_cycle_; }

 private:
  bool look_at_memory(int cycle, Thoroughness thoroughness, std::int64_t first_stack);
  void look_at_python(int cycle);

  const BlackboxReader* box_;
  int host_pid_;
  int process_;
  RunClock clock_;
  ObservationSink* sink_;
  std::optional<PythonProbe> python_;  // once an interpreter is seen
  std::int64_t trim_bytes_ = -1;       // by the last look
  int walked_cycle_ = -1;
  int unanswered_ = 0;  // looks in a row
  int left_out_ = 0;    // looks that are still to be left out
};

}  // namespace ttsoak
