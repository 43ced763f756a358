#include "harness/drive/engine_driver.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "harness/drive/listener.h"
#include "reference_engine/engine/engine.h"

namespace ttsoak {
namespace {

class EngineDriver : public Driver {
 public:
  EngineDriver(std::unique_ptr<Engine> engine, int concurrency, const DriveContext& context)
      : engine_(std::move(engine)), concurrency_(concurrency), context_(context) {}

  CycleTally run_cycle(int cycle, const std::vector<PlannedRequest>& requests) override {
    next_ = 0;
    requests_ = 0;
    errors_ = 0;
    // Threads of a cycle end with it, so that the trough holds no stack or arena of an idle one.
    std::vector<std::thread> lanes;
    for (int i = 1; i < concurrency_; ++i) lanes.emplace_back([&] { drain(cycle, requests); });
    drain(cycle, requests);
    for (std::thread& lane : lanes) lane.join();
    return {requests_, errors_};
  }

 private:
  void drain(int cycle, const std::vector<PlannedRequest>& requests) {
    while (!stopping()) {
      const std::size_t mine = next_++;
      if (mine >= requests.size()) return;
      RequestOutcome outcome = speak(requests[mine]);
      if (stopping()) return;  // cut off by us: says nothing about the target
      outcome.cycle = cycle;
      if (outcome.error != RequestError::none) ++errors_;
      const std::int64_t done = ++requests_;
      if (context_.finished != nullptr) context_.finished->store(done);
      context_.sink->record(std::move(outcome));
    }
  }

  RequestOutcome speak(const PlannedRequest& planned) {
    RequestOutcome outcome;
    outcome.request_class = planned.request_class;
    outcome.intended = outcome.sent = context_.clock.now();
    const Result<int> rate = engine_->sample_rate(*planned.voice);
    Listener listener({false, rate.ok() ? rate.value() : 1, count_characters(planned.text)},
                      outcome);
    const Status error = engine_->speak(
        {planned.text, *planned.voice, 1.0}, [&](std::span<const std::int16_t> samples) {
          listener.hear({reinterpret_cast<const char*>(samples.data()), samples.size_bytes()},
                        context_.clock.now());
          outcome.aborted = planned.aborted;
          return !outcome.aborted && !stopping();
        });
    outcome.done = context_.clock.now();
    if (error) {
      outcome.error = RequestError::protocol;
      outcome.detail = error->message.substr(0, 200);
    }
    listener.finish();
    return outcome;
  }

  [[nodiscard]] bool stopping() const { return context_.stop != nullptr && *context_.stop; }

  std::unique_ptr<Engine> engine_;
  int concurrency_;
  DriveContext context_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::int64_t> requests_{0};
  std::atomic<std::int64_t> errors_{0};
};

}  // namespace

Result<std::unique_ptr<Driver>> make_engine_driver(const RunConfig& config,
                                                   const DriveContext& context) {
  Result<FaultPlan> faults = parse_fault_plan(config.target.faults);
  if (!faults.ok()) return faults.error().with_context("target.faults");
  auto engine = Engine::create({{}, std::move(faults).value()});
  if (!engine.ok()) return engine.error();
  return std::unique_ptr<Driver>(std::make_unique<EngineDriver>(
      std::move(engine).value(), config.workload.concurrency, context));
}

}  // namespace ttsoak
