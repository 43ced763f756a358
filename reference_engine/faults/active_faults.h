#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/fault_plan.h"

namespace ttsoak {

// The faults of one running engine. Safe for concurrent callers.
//
// Whether a request suffers from a fault follows from its sequence number alone, by a hash and not
// by a random generator: all hooks of a request agree, and equal runs fall ill at equal requests.
class ActiveFaults {
 public:
  // `voices` are the engine's, sorted. Aborts on names that parse_fault_plan() would have refused.
  explicit ActiveFaults(const FaultPlan& plan, const std::vector<std::string>& voices = {});

  [[nodiscard]] bool any() const { return !faults_.empty(); }

  // See Fault for what these mean.
  void on_start(const FaultyRequest& request);
  std::shared_ptr<const Pcm> recall(const FaultyRequest& request);
  std::chrono::microseconds delay(const FaultyRequest& request);  // of all faults together
  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech);
  void on_abort(const FaultyRequest& request);
  void on_refused(const FaultyRequest& request, const RequestDefect& defect);

 private:
  struct Active {
    std::unique_ptr<Fault> fault;
    double rate = 1.0;
  };

  void for_each(const FaultyRequest& request, const std::function<void(Fault&)>& hook);

  std::mutex mutex_;
  std::vector<Active> faults_;
};

}  // namespace ttsoak
