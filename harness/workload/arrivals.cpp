#include "harness/workload/arrivals.h"

#include <cmath>
#include <random>

#include "harness/workload/shuffle.h"
#include "probes/base/result.h"

namespace ttsoak {
namespace {

using Process = Arrival::Process;

// Goes along the stages, each for its time, round and round.
class StageClock {
 public:
  explicit StageClock(const std::vector<Stage>& stages) : stages_(stages) {
    if (stages.empty()) abort_with("arrivals at a rate without a stage");
  }

  // Moves on by as long as `requests` take to come at the rates on the way.
  void advance(double requests) {
    while (true) {
      const Stage& stage = stages_[stage_];
      const double left_s = seconds(stage) - into_stage_s_;
      if (requests <= left_s * stage.rate_per_s) {
        into_stage_s_ += requests / stage.rate_per_s;
        return;
      }
      requests -= left_s * stage.rate_per_s;
      before_stage_s_ += seconds(stage);
      into_stage_s_ = 0;
      stage_ = (stage_ + 1) % stages_.size();
    }
  }

  [[nodiscard]] RunTime now() const {
    return RunTime(std::llround((before_stage_s_ + into_stage_s_) * 1e6));
  }

 private:
  static double seconds(const Stage& stage) {
    return std::chrono::duration<double>(stage.lasts).count();
  }

  const std::vector<Stage>& stages_;
  std::size_t stage_ = 0;
  double before_stage_s_ = 0;
  double into_stage_s_ = 0;
};

std::vector<RunTime> rated(const Arrival& arrival, int requests, std::uint64_t seed) {
  StageClock clock(arrival.stages);
  std::mt19937_64 random(spread(spread(seed)));
  std::vector<RunTime> offsets;
  offsets.reserve(static_cast<std::size_t>(requests));
  for (int i = 0; i < requests; ++i) {
    if (i % arrival.burst == 0) {
      double gap = i == 0 ? 0 : arrival.burst;
      if (arrival.process == Process::poisson) {
        // Exponential, by inversion, from the 53 bits that a double in [0, 1) can hold.
        gap = -std::log1p(-std::ldexp(static_cast<double>(random() >> 11), -53)) * arrival.burst;
      }
      clock.advance(gap);
    }
    offsets.push_back(clock.now());
  }
  return offsets;
}

std::vector<RunTime> recorded(const Arrival& arrival, int requests) {
  if (arrival.replay.empty()) abort_with("a replay of nothing");
  const auto entries = static_cast<std::int64_t>(arrival.replay.size());
  const double span = static_cast<double>(arrival.replay.back().at.count());
  const double once = span + (entries > 1 ? span / static_cast<double>(entries - 1) : 0);
  std::vector<RunTime> offsets;
  offsets.reserve(static_cast<std::size_t>(requests));
  for (std::int64_t i = 0; i < requests; ++i) {
    const auto at =
        static_cast<double>(arrival.replay[static_cast<std::size_t>(i % entries)].at.count());
    const std::int64_t rounds = i / entries;  // whole ones
    const double time = at + once * static_cast<double>(rounds);
    offsets.emplace_back(std::llround(time / arrival.speed));
  }
  return offsets;
}

}  // namespace

std::vector<RunTime> arrival_offsets(const Arrival& arrival, int requests, std::uint64_t seed) {
  switch (arrival.process) {
    case Process::closed:
      return std::vector<RunTime>(static_cast<std::size_t>(requests));
    case Process::constant:
    case Process::poisson:
      return rated(arrival, requests, seed);
    case Process::replay:
      return recorded(arrival, requests);
  }
  abort_with("unknown process of arrivals");
}

}  // namespace ttsoak
