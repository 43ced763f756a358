#include "reports/calibration/traces.h"

#include <algorithm>
#include <cmath>

#include "reports/calibration/trace_run.h"

namespace ttsoak {
namespace {

constexpr double kMiB = 0x1p20;
constexpr double kBase = 800;  // MiB, as all below
constexpr double kLiveBase = 100;
constexpr double kScatter = 2;  // of a trough
constexpr double kLiveScatter = .05;

// The lowest of ten samples of a quiet server whose memory settles.
double settled(Dice& dice) {
  const double height = 30 * dice.uniform(.5, 1);
  double lowest = height;
  for (int sample = 0; sample < 10; ++sample)
    lowest = std::min(lowest, height * std::exp(-sample / 1.5) + std::abs(dice.normal(.3)));
  return lowest;
}

std::vector<double> noise_of(const std::string& kind, int cycles, Dice& dice) {
  if (kind == "ar1" || kind == "noisy_leak20K") return correlated_noise(cycles, .8, 4, dice);
  std::vector<double> noise = correlated_noise(cycles, 0, kScatter, dice);
  if (kind == "two_levels")
    for (double& one : noise) one += dice.integer(0, 1) * 12;
  if (kind == "heavy_tails") {  // Student's t with 3 degrees of freedom
    for (double& one : noise) {
      double square = 0;
      for (int k = 0; k < 3; ++k) square += std::pow(dice.normal(1), 2);
      one /= std::sqrt(square / 3);
    }
  }
  return noise;
}

bool is_unseen(const std::string& kind) {
  const auto& kinds = unseen_trace_kinds();
  return std::any_of(kinds.begin(), kinds.end(), [&](const auto& k) { return k.name == kind; });
}

}  // namespace

Trace simulate(const std::string& kind, int cycles, Dice& dice) {
  const TraceRun run = draw_trace_run(kind, cycles, dice);
  const std::vector<double> noise = noise_of(kind, cycles, dice);
  const bool unseen = is_unseen(kind);
  Trace trace;
  int life = 0;
  for (int i = 0; i < cycles; ++i) {
    const auto next = static_cast<std::size_t>(life) + 1;
    if (next < run.births.size() && i >= run.births[next]) ++life;
    const auto born = static_cast<std::size_t>(life);
    const auto at = static_cast<std::size_t>(i);
    const double x = kTraceRequests * (i + 1);
    const TraceMoment moment{at, x, x - kTraceRequests * run.births[born]};
    const TraceGrowth growth = unseen ? grown_unseen(kind, run, moment) : grown(kind, run, moment);
    trace.rss.requests.push_back(x);
    trace.rss.bytes.push_back(kMiB * (kBase + growth.rss + noise[at] + settled(dice)));
    trace.rss.lifetime.push_back(life);
    trace.live.bytes.push_back(kMiB * (kLiveBase + growth.live));
  }
  trace.live.requests = trace.rss.requests;
  trace.live.lifetime = trace.rss.lifetime;
  for (double& bytes : trace.live.bytes) bytes += kMiB * dice.normal(kLiveScatter);
  return trace;
}

Trace first_cycles(const Trace& trace, int cycles) {
  Trace first = trace;
  for (TroughSeries* series : {&first.rss, &first.live}) {
    const auto n = std::min(static_cast<std::size_t>(cycles), series->requests.size());
    series->requests.resize(n);
    series->bytes.resize(n);
    series->lifetime.resize(n);
  }
  return first;
}

TroughSeries make_trace(const std::string& kind, int cycles, Dice& dice) {
  return simulate(kind, cycles, dice).rss;
}

}  // namespace ttsoak
