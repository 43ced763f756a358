#include "reference_engine/faults/active_faults.h"

#include <cstdint>

#include "probes/base/result.h"
#include "reference_engine/faults/fault_table.h"

namespace ttsoak {
namespace {

// A number from 0 (included) to 1 (excluded) that looks random. The mixing steps are those of
// splitmix64: Steele, Lea and Flood (2014), Fast splittable pseudorandom number generators.
double chance_of(std::uint64_t sequence, std::uint64_t fault) {
  std::uint64_t mixed = sequence * 0x9E3779B97F4A7C15U + fault * 0xD1B54A32D192ED03U;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
  mixed ^= mixed >> 31;
  return static_cast<double>(mixed >> 11) * 0x1.0p-53;
}

}  // namespace

ActiveFaults::ActiveFaults(const FaultPlan& plan, const std::vector<std::string>& voices) {
  for (const PlannedFault& planned : plan) {
    const FaultEntry* entry = find_fault(planned.name);
    if (entry == nullptr) abort_with("a fault plan with an unknown fault");
    faults_.push_back({entry->make(voices), planned.rate});
  }
}

void ActiveFaults::for_each(const FaultyRequest& request, const std::function<void(Fault&)>& hook) {
  if (faults_.empty()) return;
  const std::scoped_lock lock(mutex_);
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    if (chance_of(request.sequence, i + 1) < faults_[i].rate) hook(*faults_[i].fault);
  }
}

void ActiveFaults::on_start(const FaultyRequest& request) {
  for_each(request, [&](Fault& fault) { fault.on_start(request); });
}

std::shared_ptr<const Pcm> ActiveFaults::recall(const FaultyRequest& request) {
  std::shared_ptr<const Pcm> speech;
  for_each(request, [&](Fault& fault) {
    if (!speech) speech = fault.recall(request);
  });
  return speech;
}

std::chrono::microseconds ActiveFaults::delay(const FaultyRequest& request) {
  std::chrono::microseconds all{0};
  for_each(request, [&](Fault& fault) { all += fault.delay(request); });
  return all;
}

void ActiveFaults::on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) {
  for_each(request, [&](Fault& fault) { fault.on_done(request, speech); });
}

void ActiveFaults::on_abort(const FaultyRequest& request) {
  for_each(request, [&](Fault& fault) { fault.on_abort(request); });
}

void ActiveFaults::on_refused(const FaultyRequest& request, const RequestDefect& defect) {
  for_each(request, [&](Fault& fault) { fault.on_refused(request, defect); });
}

}  // namespace ttsoak
