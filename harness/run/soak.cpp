#include "harness/run/soak.h"

#include <algorithm>
#include <thread>

#include "harness/run/quiesce.h"
#include "reports/series/troughs.h"
#include "reports/units/units.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

using namespace std::chrono_literals;

// How long a target that was found by its port is given to come back under another pid.
constexpr auto kSuccessorPatience = 10s;

// How often in a run the heap is walked block by block, besides the first and the last time.
constexpr int kWalks = 4;

// The cycle at which the run ends, as far as is known during `cycle`: where it goes on until it is
// decided, the next look, and what is left may double there.
int next_end(const RunConfig& config, int cycle) {
  if (!config.until_decided) return config.workload.cycles;
  int look = GrowthRules{}.min_cycles;
  while (look < cycle) look *= 2;
  return std::min(look, config.workload.cycles);
}

// Repeats `show` every quarter of a second until it goes out of scope.
class Ticker {
 public:
  explicit Ticker(std::function<void()> show)
      : show_(std::move(show)), thread_([this] {
          while (!done_) {
            show_();
            for (int i = 0; i < 5 && !done_; ++i) std::this_thread::sleep_for(50ms);
          }
        }) {}
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;
  ~Ticker() {
    done_ = true;
    thread_.join();
  }

 private:
  std::function<void()> show_;
  std::atomic<bool> done_{false};
  std::thread thread_;  // last: starts when everything it uses is there
};

}  // namespace

Soak::Soak(const RunConfig& config, const RunClock& clock, Sampler& sampler, Driver& driver,
           ObservationSink& sink, Target& target, OutsideWatch& outside, HeapWatch* heap,
           const std::atomic<std::int64_t>& finished, Progress& progress)
    : config_(config),
      clock_(clock),
      sampler_(sampler),
      driver_(driver),
      sink_(sink),
      target_(target),
      outside_(outside),
      heap_(heap),
      finished_(finished),
      progress_(progress),
      workload_(config.workload) {
  state_.cycles = next_end(config, 1);
}

std::string Soak::run(const std::atomic<bool>& stop) {
  std::atomic<bool>& halt = sampler_.stop_flag();
  // Ctrl-C sets a flag that outlives this run; the driver and the quiesce look at the run's own.
  const Ticker forward([&] {
    if (stop) halt = true;
  });
  quiesce(config_.workload.quiesce, sampler_.rss(), clock_, halt);
  look(0);
  if (heap_ != nullptr && heap_->boxes_seen() == 0) {
    const char* const why =
        "the tracer did not come up in the target (a static program, or its command sets "
        "LD_PRELOAD itself): stacks will be missing";
    sink_.record(Event{clock_.now(), EventKind::note, 0, why, {}});
    progress_.say(std::string("note: ") + why);
  }
  for (int cycle = 1; cycle <= config_.workload.cycles && !halt; ++cycle) {
    if (heap_ != nullptr) heap_->begin_cycle(cycle);
    const CycleMark mark = run_cycle(cycle);
    if (halt) {
      // Whatever ended it, the black box still holds what stood in the heap at that moment.
      look(cycle);
      break;
    }
    cycles_.push_back(mark);
    sink_.record(mark);
    look(cycle);
    update_growth(cycle);
    progress_.cycle_done(state_);
    if (stop_early(cycle)) break;
  }
  if (!sampler_.root_ended()) look_for_the_last_time(!halt);
  if (sampler_.root_ended()) {
    explain_target_end();
  } else if (stop) {
    end_reason_ = "interrupted";
    sink_.record(Event{clock_.now(), EventKind::run_interrupted, -1, "by the user", {}});
  }
  return end_reason_;
}

// All that is dear to read, with nothing in flight.
void Soak::look(int cycle) {
  sampler_.take_resources(cycle);
  outside_.look(cycle, sampler_.living());
  if (heap_ != nullptr) {
    heap_->take_snapshots(cycle);
    const int stride = std::max(1, config_.workload.cycles / kWalks);
    heap_->look_inside(cycle, cycle % stride == 0 ? Thoroughness::walk : Thoroughness::estimate);
  }
  if (cycle == 0) split_untraced();
}

void Soak::split_untraced() {
  std::vector<LivingProcess> untraced = sampler_.living();
  std::erase_if(untraced, [&](const LivingProcess& process) {
    return heap_ != nullptr && heap_->is_traced(process.index);
  });
  outside_.split_memory(state_.cycle, untraced);
}

// After the last cycle, while the target is still there. `at_trough`: nothing was cut off.
void Soak::look_for_the_last_time(bool at_trough) {
  if (at_trough) split_untraced();
  if (heap_ == nullptr) return;
  if (at_trough) heap_->look_thoroughly(state_.cycle);
  heap_->name_holders();
  if (at_trough && config_.target.experiments) heap_->experiment(state_.cycle);
}

CycleMark Soak::run_cycle(int cycle) {
  const std::vector<PlannedRequest> requests = workload_.cycle(cycle);
  CycleMark mark;
  mark.cycle = cycle;
  mark.work_digest = workload_.digest(requests);
  mark.started = clock_.now();
  const std::int64_t before = state_.requests;
  std::atomic<bool> quiescing{false};
  Trough trough;
  CycleTally tally;
  {
    const Ticker ticker([&] {
      RunState shown = state_;
      shown.cycle = cycle;
      shown.requests = before + finished_;
      shown.rss_bytes = sampler_.rss().latest_bytes();
      shown.quiescing = quiescing;
      progress_.update(shown);
    });
    tally = driver_.run_cycle(cycle, requests);
    mark.load_ended = clock_.now();
    quiescing = true;
    trough = quiesce(config_.workload.quiesce, sampler_.rss(), clock_, sampler_.stop_flag());
  }
  mark.quiesced = clock_.now();
  mark.quiesce_end = trough.end;
  mark.trough_rss_bytes = trough.rss_bytes;
  mark.requests = tally.requests;
  mark.errors = tally.errors;

  state_.cycle = cycle;
  state_.cycles = next_end(config_, cycle);
  state_.requests += tally.requests;
  state_.errors += tally.errors;
  state_.rss_bytes = trough.rss_bytes;
  const double per_cycle = std::chrono::duration<double>(mark.quiesced).count() / cycle;
  state_.left =
      std::chrono::seconds(static_cast<std::int64_t>(per_cycle * (state_.cycles - cycle)));
  return mark;
}

// The estimate costs up to a third of a second of CPU on a long run, on the target's machine: it
// may take a twentieth of the time at most.
void Soak::update_growth(int cycle) {
  if (!config_.thresholds.rss_growth_bytes_per_request) return;
  const RunTime start = clock_.now();
  if (start < growth_due_ && !is_look(cycle)) return;
  const std::vector<HeapTrough> heap =
      heap_ != nullptr ? heap_->troughs() : std::vector<HeapTrough>{};
  const GrowthRules rules = config_.until_decided ? rules_until_decided(cycle)
                                                  : rules_for(cycle, config_.workload.cycles);
  state_.growth = judge_growth_of(config_.thresholds, rules, rss_troughs(cycles_, heap),
                                  live_heap_troughs(cycles_, heap));
  growth_due_ = clock_.now() + 20 * (clock_.now() - start);
}

bool Soak::stop_early(int cycle) {
  const auto& limits = config_.thresholds;
  if (cycle == config_.workload.cycles) return false;
  if (is_look(cycle) && state_.growth) {
    const GrowthOfBoth& growth = *state_.growth;
    const bool by_live = growth.live && growth.live->decision == GrowthDecision::fail &&
                         growth.rss.decision != GrowthDecision::fail;
    sink_.record(
        Event{clock_.now(), EventKind::look, -1, by_live ? growth.live->why : growth.rss.why, {}});
    if (growth.decision() == GrowthDecision::fail) {
      end_reason_ = "growth was proven after " + std::to_string(cycle) + " cycles";
      return true;
    }
    if (config_.until_decided && growth.decision() == GrowthDecision::pass) {
      end_reason_ = "growth was decided after " + std::to_string(cycle) + " cycles";
      return true;
    }
  }
  for (const ThresholdRule& rule : limits.rules) {
    if (!rule.abort_on_fail) continue;
    const bool peak = rule.metric == ThresholdMetric::rss_peak;
    const double measured =
        peak ? static_cast<double>(sampler_.rss().peak_bytes())
             : static_cast<double>(state_.errors) /
                   static_cast<double>(std::max<std::int64_t>(state_.requests, 1));
    if (holds(rule, measured)) continue;
    end_reason_ = std::string(peak ? "the RSS limit was exceeded" : "the error rate was too high") +
                  " after " + std::to_string(cycle) + " cycles";
    return true;
  }
  if (limits.rss_peak_bytes && sampler_.rss().peak_bytes() > *limits.rss_peak_bytes) {
    end_reason_ = "the RSS limit was exceeded after " + std::to_string(cycle) + " cycles";
    return true;
  }
  const std::size_t n = cycles_.size();
  if (n >= 2 && cycles_[n - 1].errors == cycles_[n - 1].requests &&
      cycles_[n - 2].errors == cycles_[n - 2].requests) {
    end_reason_ = "every request of two cycles failed";
    return true;
  }
  return false;
}

// The root process is gone: did it crash, was it replaced, or is its end just not ours to know?
void Soak::explain_target_end() {
  const RunTime now = clock_.now();
  const auto deadline = std::chrono::steady_clock::now() + kSuccessorPatience;
  if (const auto end = target_.poll_end()) {
    end_reason_ = "the target " + end->text;
    sink_.record(Event{now, EventKind::target_crashed, 0, end->text, {}});
    return;
  }
  while (std::chrono::steady_clock::now() < deadline) {
    if (const auto successor = target_.find_successor()) {
      end_reason_ = "the target was replaced";
      sink_.record(Event{now,
                         EventKind::target_restarted,
                         0,
                         "pid " + std::to_string(target_.root()) + " ended, pid " +
                             std::to_string(*successor) + " listens now",
                         {}});
      return;
    }
    std::this_thread::sleep_for(200ms);
  }
  end_reason_ = "the target ended";
  sink_.record(Event{
      now,
      EventKind::target_ended,
      0,
      "pid " + std::to_string(target_.root()) + " is gone; how it ended is not visible from here",
      {}});
}

}  // namespace ttsoak
