#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "probes/gpu/gpu_memory.h"
#include "probes/inventory/inventory_look.h"
#include "probes/inventory/temp_files.h"
#include "probes/inventory/thread_stacks.h"
#include "probes/values/inventory.h"

namespace ttsoak {

// Everything a target has besides memory, seen from outside, once per trough.
//
// Only reads, opens nothing of the target but folders, and waits for nobody. What ended meanwhile
// is left out; what may not be looked at is told in Inventory::note. Costs milliseconds a hundred
// threads, a thousand descriptors, a thousand files. One thread at a time.
class InventoryProbe {
 public:
  // `folders`: further ones in which the target leaves files, absolute, as the target sees them.
  // `own`: ttsoak's folders of this run, whose files are not the target's. `limits`: of the walk
  // through all folders.
  explicit InventoryProbe(std::vector<std::string> folders = {},
                          const std::vector<std::filesystem::path>& own = {},
                          const WalkLimits& limits = {});

  // Files in folders are compared with those of the first call: make that before the first request.
  Inventory take(const std::vector<InventoryProcess>& processes, int cycle, RunTime at);

 private:
  void look_at_gpus(const std::vector<InventoryProcess>& processes, InventoryLook& look);

  FilesLeftBehind temp_files_;
  ThreadStacks stacks_;
  NamesBefore names_;
  std::optional<GpuMemory> gpus_;
};

}  // namespace ttsoak
