#pragma once

#include <variant>

#include "probes/values/cgroup_sample.h"
#include "probes/values/cycle_mark.h"
#include "probes/values/diagnosis_trough.h"
#include "probes/values/experiment.h"
#include "probes/values/heap_snapshot.h"
#include "probes/values/inventory.h"
#include "probes/values/memory_split.h"
#include "probes/values/process_info.h"
#include "probes/values/python_heap.h"
#include "probes/values/request_outcome.h"
#include "probes/values/retention_share.h"
#include "probes/values/samples.h"

namespace ttsoak {

// Everything a run can observe. What is not one of these is not in the run record.
using Observation = std::variant<ProcessInfo, RssSample, StatusSample, ResourceSnapshot, Event,
                                 RequestOutcome, CycleMark, HeapStack, HeapSnapshot, MemorySplit,
                                 RetentionShare, PythonHeap, PythonTypeCount, PythonHolder,
                                 Inventory, CgroupSample, Experiment, DiagnosisTrough>;

// Where observers put what they see. There are two: RecordWriter (the run record) and, in tests,
// a plain list. record() may be called from several threads at once.
class ObservationSink {
 public:
  virtual ~ObservationSink() = default;
  virtual void record(Observation observation) = 0;

 protected:
  ObservationSink() = default;
  ObservationSink(const ObservationSink&) = default;
  ObservationSink& operator=(const ObservationSink&) = default;
};

}  // namespace ttsoak
