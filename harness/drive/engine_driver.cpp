#include "harness/drive/engine_driver.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "harness/drive/listener.h"
#include "harness/drive/manner.h"
#include "harness/drive/refusal.h"
#include "reference_engine/engine/engine.h"

namespace ttsoak {
namespace {

using std::chrono::steady_clock;

// How often somebody who waits looks for the stop flag.
constexpr std::chrono::milliseconds kGlance{50};

class EngineDriver : public Driver {
 public:
  EngineDriver(std::unique_ptr<Engine> engine, const WorkloadSpec& workload,
               const DriveContext& context)
      : engine_(std::move(engine)), workload_(workload), context_(context) {}

  CycleTally run_cycle(int cycle, const std::vector<PlannedRequest>& requests) override {
    next_ = 0;
    requests_ = 0;
    errors_ = 0;
    start_ = steady_clock::now();
    const auto count = std::min(static_cast<std::size_t>(workload_.concurrency), requests.size());
    // Threads of a cycle end with it, so that the trough holds no stack or arena of an idle one.
    std::vector<std::thread> lanes;
    for (std::size_t i = 1; i < count; ++i) lanes.emplace_back([&] { drain(cycle, requests); });
    drain(cycle, requests);
    for (std::thread& lane : lanes) lane.join();
    return {requests_, errors_};
  }

 private:
  void drain(int cycle, const std::vector<PlannedRequest>& requests) {
    while (!stopping()) {
      const std::size_t mine = next_++;
      if (mine >= requests.size()) return;
      const auto taken = steady_clock::now();
      const bool open = workload_.arrival.is_open();
      const auto due = open ? start_ + requests[mine].at : taken;
      wait_until(due);
      RequestOutcome outcome;
      outcome.cycle = cycle;
      outcome.intended = context_.clock.at(due);
      outcome.sent = context_.clock.now();
      outcome.driver_late = outcome.sent - context_.clock.at(std::max(due, taken));
      speak(requests[mine], outcome);
      if (stopping()) return;  // cut off by us: says nothing about the target
      if (outcome.error != RequestError::none) ++errors_;
      const std::int64_t done = ++requests_;
      if (context_.finished != nullptr) context_.finished->store(done);
      context_.sink->record(std::move(outcome));
      if (!open && next_ < requests.size()) {
        wait_until(steady_clock::now() + workload_.arrival.think);
      }
    }
  }

  void speak(const PlannedRequest& planned, RequestOutcome& outcome) {
    outcome.request_class = planned.request_class;
    outcome.kind = planned.kind;
    const ReadManner manner = manner_of(planned.kind, workload_);
    const Result<int> rate = engine_->sample_rate(*planned.voice);
    Listener listener(
        {AudioFormat::pcm, rate.ok() ? rate.value() : 1, count_characters(planned.text)}, outcome);
    const auto begun = steady_clock::now();
    const Status error = engine_->speak(
        {planned.text, *planned.voice, 1.0}, [&](std::span<const std::int16_t> samples) {
          listener.hear({reinterpret_cast<const char*>(samples.data()), samples.size_bytes()},
                        context_.clock.now());
          outcome.aborted = hangs_up(manner, begun);
          if (manner.bytes_per_second > 0) {
            wait_until(begun + std::chrono::microseconds(listener.heard_bytes() * 1000000 /
                                                         manner.bytes_per_second));
          }
          return !outcome.aborted && !stopping();
        });
    outcome.done = context_.clock.now();
    if (error) {
      // What the engine refuses it refuses like this, there being no status.
      if (is_erroneous(planned.kind)) return;
      outcome.error = RequestError::protocol;
      outcome.detail = error->message.substr(0, 200);
    }
    listener.finish();
    judge_refusal(outcome);
  }

  // Asked when audio has come. There are no headers here: they come with the first of it.
  static bool hangs_up(const ReadManner& manner, steady_clock::time_point begun) {
    if (manner.abort == Abort::after_time) return steady_clock::now() - begun >= manner.after;
    return manner.abort != Abort::never;
  }

  void wait_until(steady_clock::time_point time) const {
    for (auto now = steady_clock::now(); now < time && !stopping(); now = steady_clock::now()) {
      std::this_thread::sleep_until(std::min(time, now + kGlance));
    }
  }

  [[nodiscard]] bool stopping() const { return context_.stop != nullptr && *context_.stop; }

  std::unique_ptr<Engine> engine_;
  WorkloadSpec workload_;
  DriveContext context_;
  steady_clock::time_point start_;  // of the cycle
  std::atomic<std::size_t> next_{0};
  std::atomic<std::int64_t> requests_{0};
  std::atomic<std::int64_t> errors_{0};
};

}  // namespace

Result<std::unique_ptr<Driver>> make_engine_driver(const RunConfig& config,
                                                   const DriveContext& context) {
  if (config.workload.mix.contains(RequestKind::bad_json)) {
    return Error{
        "workload.mix.bad_json: the engine in process takes no JSON; soak 'ttsoak engine "
        "serve', or take it out of the mix"};
  }
  Result<FaultPlan> faults = parse_fault_plan(config.target.faults);
  if (!faults.ok()) return faults.error().with_context("target.faults");
  auto engine = Engine::create({{}, std::move(faults).value()});
  if (!engine.ok()) return engine.error();
  return std::unique_ptr<Driver>(
      std::make_unique<EngineDriver>(std::move(engine).value(), config.workload, context));
}

}  // namespace ttsoak
