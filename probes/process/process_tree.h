#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <vector>

#include "probes/base/result.h"
#include "probes/process/child_lister.h"
#include "probes/process/process_watch.h"

namespace ttsoak {

// A server and everything it has started, at any depth.
//
// A process that was seen once stays watched until it ends, also when it is reparented because its
// parent has gone (a daemon). What is never seen: a process whose parent ends before the first
// scan() that could have found both; the kernel keeps no trace of that relation.
//
// One thread at a time.
class ProcessTree {
 public:
  // What one scan() found.
  struct Change {
    std::vector<ProcessWatch*> appeared;               // owned by the tree, valid until they end
    std::vector<std::unique_ptr<ProcessWatch>> ended;  // the same addresses, now the caller's
  };

  // Watches `root` alone; the first scan() finds its descendants.
  // Errors: those of ProcessWatch::open().
  static Result<ProcessTree> open(pid_t root, ChildSource source = find_child_source());

  // Finds processes that have started or ended since the last scan. A process that ended and whose
  // pid has been taken by a new descendant is in both lists. The root, too, is in `ended` once;
  // its descendants stay watched.
  Change scan();

  // All that are watched, by pid.
  [[nodiscard]] std::vector<ProcessWatch*> processes() const;

 private:
  explicit ProcessTree(ChildSource source) : lister_(source) {}

  ChildLister lister_;
  std::map<pid_t, std::unique_ptr<ProcessWatch>> watched_;
};

}  // namespace ttsoak
