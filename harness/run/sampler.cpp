#include "harness/run/sampler.h"

#include <unistd.h>

#include <chrono>

namespace ttsoak {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kTick = std::chrono::milliseconds(100);
constexpr int kTicksPerStatus = 10;
// Ten missed ticks are no scheduling hiccup: the machine was suspended, or starved of CPU.
constexpr RunTime kGap = std::chrono::seconds(1);

}  // namespace

Result<std::unique_ptr<Sampler>> Sampler::start(pid_t root, const RunClock& clock,
                                                ObservationSink& sink) {
  Result<ProcessTree> tree = ProcessTree::open(root);
  if (!tree.ok()) return tree.error();
  std::unique_ptr<ProcessWatch> self;
  if (root != ::getpid()) {
    Result<ProcessWatch> watch = ProcessWatch::open(::getpid());
    if (!watch.ok()) return watch.error();
    self = std::make_unique<ProcessWatch>(std::move(watch).value());
  }
  std::unique_ptr<Sampler> sampler(
      new Sampler(std::move(tree).value(), std::move(self), clock, sink));
  sampler->thread_ = std::thread([raw = sampler.get()] { raw->sample_until_stopped(); });
  return sampler;
}

Sampler::Sampler(ProcessTree tree, std::unique_ptr<ProcessWatch> self, const RunClock& clock,
                 ObservationSink& sink)
    : clock_(clock),
      sink_(&sink),
      tree_(std::move(tree)),
      root_(tree_.processes().front()),  // alone in the tree before the first scan
      self_(std::move(self)) {
  introduce(*root_, ProcessRole::root, clock_.now());
  if (self_) introduce(*self_, ProcessRole::ttsoak, clock_.now());
}

Sampler::~Sampler() {
  finishing_ = true;
  if (thread_.joinable()) thread_.join();
}

void Sampler::sample_until_stopped() {
  Clock::time_point next = Clock::now();
  RunTime last = clock_.now();
  for (int tick = 0; !finishing_; ++tick) {
    {
      const std::lock_guard lock(mutex_);
      const RunTime now = clock_.now();
      if (now - last > kGap) {
        sink_->record(Event{last, EventKind::sampling_gap, -1, "no sample", now - last});
      }
      last = now;
      if (tick % kTicksPerStatus == 0) scan(now);
      sample_rss(now);
      if (tick % kTicksPerStatus == 0) sample_status(now);
    }
    next += kTick;
    // After a stall the missed ticks are not made up for.
    if (next < Clock::now()) next = Clock::now() + kTick;
    std::this_thread::sleep_until(next);
  }
}

}  // namespace ttsoak
