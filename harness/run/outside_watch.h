#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "probes/base/clock.h"
#include "probes/container/cgroup_probe.h"
#include "probes/inventory/inventory_probe.h"
#include "probes/values/observation.h"

namespace ttsoak {

// A process of the target that is alive.
struct LivingProcess {
  int index = 0;  // ProcessInfo::index
  pid_t pid = 0;
};

// The outside view of what is dear to read: everything the target has besides memory (threads,
// descriptors, sockets, files, children, GPU memory), and what its cgroup is charged with. Records
// both at the troughs.
//
// One thread at a time, with nothing in flight.
class OutsideWatch {
 public:
  // `folders`: further ones in which the target leaves files, as it sees them. `own`: folders of
  // ttsoak's, whose files are not the target's.
  OutsideWatch(pid_t root, const std::vector<std::string>& folders,
               const std::vector<std::filesystem::path>& own, const RunClock& clock,
               ObservationSink& sink);

  // What lies in folders at the first call is what later ones are compared with.
  void look(int cycle, const std::vector<LivingProcess>& processes);

  // Records where the memory of processes without a tracer is. The kernel holds their memory maps
  // meanwhile, half a second for 4 GB: for the first and the last trough.
  void split_memory(int cycle, const std::vector<LivingProcess>& untraced);

 private:
  void take_inventory(int cycle, const std::vector<LivingProcess>& processes);
  void read_cgroup(int cycle);

  RunClock clock_;
  ObservationSink* sink_;
  InventoryProbe inventory_;
  std::optional<CgroupProbe> cgroup_;
};

}  // namespace ttsoak
