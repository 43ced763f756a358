#include "reports/calibration/boundaries.h"

#include "reports/calibration/trace_run.h"

namespace ttsoak {
namespace {

constexpr double kMiB = 0x1p20;

std::vector<double> noise_at(const std::string& name, int cycles, Dice& dice) {
  if (name == "correlation 0.5") return correlated_noise(cycles, .5, 2, dice);
  if (name == "correlation 0.8") return correlated_noise(cycles, .8, 2, dice);
  if (name == "correlation 0.95") return correlated_noise(cycles, .95, 2, dice);
  std::vector<double> noise = correlated_noise(cycles, 0, 2, dice);
  double wander = 0;
  for (double& one : noise) {
    if (name == "hidden random walk") one += wander += dice.normal(.5);
    if (name == "two levels") one += dice.integer(0, 1) * 12;
  }
  return noise;
}

}  // namespace

const std::vector<Boundary>& boundaries() {
  static const std::vector<Boundary> all = {
      {"correlation 0", true},     {"correlation 0.5", true},    {"correlation 0.8", true},
      {"correlation 0.95", false}, {"after a warm-up", false},   {"two levels", false},
      {"rare events", false},      {"hidden random walk", false}};
  return all;
}

Trace simulate_boundary(const std::string& name, int cycles, Dice& dice) {
  const std::vector<double> noise = noise_at(name, cycles, dice);
  Trace trace;
  int events = 0;
  for (int i = 0; i < cycles; ++i) {
    const double x = kTraceRequests * (i + 1);
    double grown = kTraceBudget * x / kMiB;
    if (name == "after a warm-up") grown += filling(x, 200, 100);
    if (name == "rare events") grown = events += dice.binomial(kTraceRequests, kTraceBudget / kMiB);
    trace.rss.requests.push_back(x);
    trace.rss.lifetime.push_back(0);
    trace.rss.bytes.push_back(kMiB * (800 + grown + noise[static_cast<std::size_t>(i)]));
    trace.live.bytes.push_back(kMiB * (100 + grown + dice.normal(.05)));
  }
  trace.live.requests = trace.rss.requests;
  trace.live.lifetime = trace.rss.lifetime;
  return trace;
}

}  // namespace ttsoak
