#pragma once

#include <sys/types.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "harness/run/outside_watch.h"
#include "harness/run/tree_rss_log.h"
#include "probes/base/clock.h"
#include "probes/base/result.h"
#include "probes/process/process_tree.h"
#include "probes/values/observation.h"

namespace ttsoak {

// Watches the target's process tree, and ttsoak itself, from a thread of its own: RSS 10 times a
// second, status and new children once a second. What is dear to read is read on request, at a
// quiesce (take_resources()).
class Sampler {
 public:
  // Starts watching. Errors: the root process does not exist or may not be read.
  static Result<std::unique_ptr<Sampler>> start(pid_t root, const RunClock& clock,
                                                ObservationSink& sink);
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;
  ~Sampler();

  // Reads smaps_rollup and the descriptors of every process. Call it with nothing in flight: the
  // kernel holds the target's memory map meanwhile.
  void take_resources(int cycle);

  // The processes of the tree that are alive, ttsoak not among them.
  [[nodiscard]] std::vector<LivingProcess> living();

  // ProcessInfo::index of a process of the tree that is alive; -1 = there is none of that pid.
  [[nodiscard]] int index_of_pid(pid_t pid);

  // The same of one that is known to be of the tree, dead or alive. A process that came and went
  // between two scans gets its place now.
  int index_of_relative(pid_t pid);

  [[nodiscard]] const TreeRssLog& rss() const { return rss_; }

  // The root process has ended; `stop` has been set then, so that the driver notices at once.
  [[nodiscard]] bool root_ended() const { return root_ended_; }
  // The flag for everybody who works on this target: set by stop(), and when the root ends.
  [[nodiscard]] std::atomic<bool>& stop_flag() { return stop_; }

 private:
  Sampler(ProcessTree tree, std::unique_ptr<ProcessWatch> self, const RunClock& clock,
          ObservationSink& sink);

  void sample_until_stopped();
  void sample_rss(RunTime now);
  void sample_status(RunTime now);
  void scan(RunTime now);
  void introduce(const ProcessWatch& process, ProcessRole role, RunTime now);
  [[nodiscard]] int index_of(const ProcessWatch& process) const;

  RunClock clock_;
  ObservationSink* sink_;
  TreeRssLog rss_;

  std::mutex mutex_;  // the tree: sampling and take_resources()
  ProcessTree tree_;
  ProcessWatch* root_;                          // in the tree; null once it has ended
  std::unique_ptr<ProcessWatch> self_;          // ttsoak; null where it is the target itself
  std::map<const ProcessWatch*, int> indices_;  // ProcessInfo::index
  std::map<pid_t, int> last_index_;             // by pid, also of the ended
  int next_index_ = 0;

  std::atomic<bool> stop_{false};
  std::atomic<bool> finishing_{false};
  std::atomic<bool> root_ended_{false};
  std::thread thread_;
};

}  // namespace ttsoak
