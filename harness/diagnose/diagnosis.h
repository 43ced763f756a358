#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "harness/config/run_config.h"
#include "harness/diagnose/traffic_block.h"
#include "harness/drive/driver.h"
#include "harness/run/heap_watch.h"
#include "harness/run/progress.h"
#include "harness/run/sampler.h"

namespace ttsoak {

// Finds out which kind of traffic makes the target grow: drives block after block, each of which
// differs from the plainest traffic in one thing, tells more about those that make it grow, and
// records the troughs. What they amount to is for reports/trigger to say.
//
// At most kMostCycles cycles, in the state that the target is in: nothing is restarted.
class Diagnosis {
 public:
  static constexpr int kMostCycles = 48;

  // `heap` null: by RSS alone.
  Diagnosis(const RunConfig& config, const DriveContext& context, Sampler& sampler, HeapWatch* heap,
            Progress& progress);

  // Errors: no driver. `stop` is the user's Ctrl-C; what was recorded by then stays.
  Status run(const std::atomic<bool>& stop);

 private:
  Status run_block(const TrafficBlock& block);
  Result<Driver*> driver_for(const TrafficBlock& block);
  CycleTally idle() const;
  void record_trough(const TrafficBlock& block, int cycle, const CycleTally& tally, RunTime took);
  [[nodiscard]] std::vector<TrafficBlock> follow_up() const;
  [[nodiscard]] bool stopping() const { return *context_.stop; }

  const RunConfig& config_;
  DriveContext context_;
  Sampler& sampler_;
  HeapWatch* heap_;
  Progress& progress_;
  // By concurrency and whether streaming is turned. They stay, with their connections.
  std::map<std::pair<int, bool>, std::unique_ptr<Driver>> drivers_;
  std::vector<DiagnosisTrough> troughs_;
  RunState state_;
  int blocks_ = 0;
};

}  // namespace ttsoak
