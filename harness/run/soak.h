#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "harness/drive/driver.h"
#include "harness/run/heap_watch.h"
#include "harness/run/outside_watch.h"
#include "harness/run/progress.h"
#include "harness/run/sampler.h"
#include "harness/target/target.h"
#include "harness/workload/workload.h"

namespace ttsoak {

// The loop of a soak: load, quiesce, trough; again and again, until the plan is done, the growth
// is proven too high at one of the fixed looks, the target is gone, or the user has had enough.
class Soak {
 public:
  Soak(const RunConfig& config, const RunClock& clock, Sampler& sampler, Driver& driver,
       ObservationSink& sink, Target& target, OutsideWatch& outside, HeapWatch* heap,
       const std::atomic<std::int64_t>& finished, Progress& progress);

  // Returns why it ended ("completed", "interrupted"...). `stop` is the user's Ctrl-C.
  std::string run(const std::atomic<bool>& stop);

  // The trend as it was seen last; nothing before that, or where growth is not judged.
  [[nodiscard]] const std::optional<GrowthOfBoth>& growth() const { return state_.growth; }

 private:
  CycleMark run_cycle(int cycle);
  void look(int cycle);
  void split_untraced();
  void look_for_the_last_time(bool at_trough);
  void explain_target_end();
  void update_growth(int cycle);
  [[nodiscard]] bool stop_early(int cycle);
  [[nodiscard]] RunState state(int cycle) const;

  const RunConfig& config_;
  RunClock clock_;
  Sampler& sampler_;
  Driver& driver_;
  ObservationSink& sink_;
  Target& target_;
  OutsideWatch& outside_;
  HeapWatch* heap_;  // null: the target is watched from outside only
  const std::atomic<std::int64_t>& finished_;
  Progress& progress_;
  Workload workload_;

  std::vector<CycleMark> cycles_;
  RunState state_;
  RunTime growth_due_{0};  // when the trend may be estimated again
  std::string end_reason_ = "completed";
};

}  // namespace ttsoak
