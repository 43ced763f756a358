#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/config/run_config.h"
#include "harness/workload/workload.h"
#include "probes/values/diagnosis_trough.h"

namespace ttsoak {

// Some cycles of traffic that differs from the plain one in one thing.
struct TrafficBlock {
  Dimension dimension = Dimension::plain;
  std::string value;  // as DiagnosisTrough::value
  int cycles = 3;
  WorkloadSpec workload;         // of new lengths and mixes: but for what is new
  bool turns_streaming = false;  // see turn_streaming()
  bool is_again = false;         // the same block has been driven before
  double units = 0;              // as DiagnosisTrough::units; of idle: not known before
};

// The blocks that a run can be diagnosed with, in the order of what they are likely to tell: first
// its own traffic, then the plain one, then all dimensions that it has. One cycle of the run's own
// traffic is the same as a cycle of the run, but for its number of requests, which is at most 100.
std::vector<TrafficBlock> plan_blocks(const RunConfig& config);

// What tells more about a dimension that was found to make the target grow: a block for each of its
// values, at most 4, or where it has none, the block once more.
std::vector<TrafficBlock> blocks_that_tell_more(const RunConfig& config, Dimension dimension);

// The same request, streamed where `request` asks for the whole reply and the other way round: the
// field "stream" of its JSON. False: it has none.
bool turn_streaming(RequestSpec& request);

// The requests of a block, cycle by cycle. What is to be new is new in every cycle of every block.
class BlockTraffic {
 public:
  explicit BlockTraffic(const TrafficBlock& block) : block_(block) {}

  // `serial`: from 0, of all cycles of a diagnosis. Valid until the next call.
  std::vector<PlannedRequest> cycle(int serial);

 private:
  TrafficBlock block_;
  int cycles_ = 0;  // so far
  std::optional<Workload> workload_;
};

}  // namespace ttsoak
