#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probes/values/inventory.h"

namespace ttsoak {

// Things of one kind and name at each of InventoryRecord::cycles; 0 before they were first seen.
struct InventorySeries {
  int process = -1;  // -1 = not of one process
  InventoryKind kind = InventoryKind::thread;
  std::string name;
  std::vector<std::int64_t> counts, bytes;
};

// All that the target had besides memory, as read back from the run record.
struct InventoryRecord {
  std::vector<int> cycles;              // at which it was looked at
  std::vector<InventorySeries> series;  // by process, kind and name
  std::string note;                     // of the newest look

  [[nodiscard]] bool empty() const { return cycles.empty(); }
};

}  // namespace ttsoak
