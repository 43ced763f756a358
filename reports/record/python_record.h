#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probes/values/python_heap.h"

namespace ttsoak {

// How many objects of one type there were at each of PythonRecord::type_cycles.
struct PythonTypeSeries {
  int process = 0;
  std::string type;
  std::vector<std::int64_t> objects;
};

// Python's objects as read back from the run record.
struct PythonRecord {
  std::vector<PythonHeap> heaps;        // by cycle and process
  std::vector<PythonHolder> holders;    // by process and path
  std::vector<int> type_cycles;         // those of `heaps`, once each
  std::vector<PythonTypeSeries> types;  // by process and type

  [[nodiscard]] bool empty() const { return heaps.empty() && holders.empty(); }
};

}  // namespace ttsoak
