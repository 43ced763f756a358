#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <vector>

#include "probes/process/process_watch.h"

namespace ttsoak {

// Where the kernel is asked who is whose child.
enum class ChildSource {
  // /proc/<pid>/task/*/children: costs in proportion to the threads that are watched. There since
  // Linux 3.5, but only with CONFIG_PROC_CHILDREN.
  children_files,
  // /proc/*/stat, the parent of every process: costs in proportion to all processes of the
  // machine, however few are watched.
  process_table,
};

// The children files where the kernel has them, because a server has tens of threads and a machine
// has hundreds of processes: 5 us a thread against 10 us a process as tests/bench/process_cost
// measures it (0.3 ms a scan with 50 threads; 1.1 ms with a mere 110 processes, and more on a
// machine with more to do). A target of thousands of threads turns that around.
ChildSource find_child_source();

// Lists the children of watched processes. One thread at a time.
class ChildLister {
 public:
  explicit ChildLister(ChildSource source) : source_(source) {}

  // Starts one look at all processes; with process_table this is where the reading happens.
  void begin();

  // The children of `parent`, zombies included; none if it has ended.
  std::vector<pid_t> children_of(const ProcessWatch& parent) const;

 private:
  ChildSource source_;
  std::multimap<pid_t, pid_t> children_by_parent_;  // process_table only
};

}  // namespace ttsoak
