#pragma once

#include <set>
#include <string>

#include "probes/base/clock.h"
#include "probes/python/ask_python.h"
#include "probes/python/holder_watch.h"
#include "probes/values/observation.h"

namespace ttsoak {

// Python's objects in one process: counts at each trough, and at the end the containers that grew,
// by name. With nothing in flight; the target's threads stand still for PythonHeap::pause_us.
class PythonProbe {
 public:
  // `process`: ProcessInfo::index.
  PythonProbe(PythonAsker ask, int process);

  // Records a PythonHeap, and the PythonTypeCounts of types that have grown so far. Where Python
  // cannot be asked, the PythonHeap says why.
  void look(int cycle, RunTime now, ObservationSink& sink);

  // Records the PythonHolders, while the process still runs. Returns what went wrong.
  Status finish(ObservationSink& sink);

 private:
  void read_cuda(PythonHeap& heap) const;

  PythonAsker ask_;
  int process_;
  HolderWatch watch_;
  int looks_ = 0;
  bool has_tensors_ = false;
};

}  // namespace ttsoak
