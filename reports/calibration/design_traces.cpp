#include <algorithm>
#include <cmath>

#include "reports/calibration/trace_run.h"
#include "reports/calibration/traces.h"

namespace ttsoak {

const std::vector<TraceKind>& trace_kinds() {
  static const std::vector<TraceKind> kinds = {
      {"flat", Truth::sound},           {"ar1", Truth::sound},
      {"subbudget4K", Truth::sound},    {"warmup", Truth::sound},
      {"slowcache", Truth::sound},      {"sawtooth", Truth::sound},
      {"stepdouble", Truth::sound},     {"restart_ok", Truth::sound},
      {"randomwalk", Truth::sound},     {"leak40K", Truth::leak},
      {"leak15K", Truth::leak},         {"stepleak", Truth::leak},
      {"restart_leak40K", Truth::leak}, {"late_leak40K", Truth::leak},
      {"rare_leak20K", Truth::leak},    {"warmup+leak40K", Truth::leak},
      {"sqrt", Truth::sublinear},       {"log", Truth::sublinear}};
  return kinds;
}

double filling(double t, double size, double tau) { return size * (1 - std::exp(-t / tau)); }

TraceRun draw_trace_run(const std::string& kind, int cycles, Dice& dice) {
  TraceRun run;
  run.cycles = cycles;
  run.births = {0};
  if (kind.starts_with("restart"))
    run.births.push_back(static_cast<int>(cycles * dice.uniform(.35, .65)));
  if (kind == "three_restarts") run.births = {0, cycles / 4, cycles / 2, 3 * cycles / 4};
  run.requests = cycles * kTraceRequests;
  for (std::size_t k = 0; k < run.doublings.size(); ++k)
    run.doublings[k] = dice.uniform(.7, 1.3) * 20 * std::pow(2.2, k);
  run.phase = dice.uniform(0, 400);
  double wander = 0;
  double saw = 0;
  double rare = 0;
  int tooth = dice.integer(7, 10);
  for (int i = 0; i < cycles; ++i) {
    run.wander.push_back(wander += dice.normal(.5));
    saw += .8;
    if (--tooth <= 0) {
      saw = 0;
      tooth = dice.integer(7, 10);
    }
    run.saw.push_back(saw);
    run.rare.push_back(rare += dice.binomial(kTraceRequests, .02));
  }
  return run;
}

TraceGrowth grown(const std::string& kind, const TraceRun& run, const TraceMoment& at) {
  const double x = at.x;
  const auto both = [](double mib) { return TraceGrowth{mib, mib}; };
  if (kind == "subbudget4K") return both(4 * kTraceKiB * x);
  if (kind == "warmup") return both(filling(x, 200, 100));
  if (kind == "slowcache") return both(filling(x, 150, 500));
  if (kind == "sawtooth") return both(run.saw[at.i]);
  if (kind == "stepdouble") {  // the allocator's, and no blocks
    double sum = 0;
    for (std::size_t k = 0; k < run.doublings.size(); ++k)
      if (x > run.doublings[k]) sum += 8 * std::pow(2, k);
    return {sum, 0};
  }
  if (kind == "restart_ok") return both(filling(at.t, 60, 60));
  if (kind == "randomwalk") return {run.wander[at.i], 0};
  if (kind == "leak40K") return both(40 * kTraceKiB * x);
  if (kind == "leak15K") return both(15 * kTraceKiB * x);
  // 41 KiB per request
  if (kind == "stepleak") return {16 * std::floor((x + run.phase) / 400), 16 * x / 400};
  if (kind == "restart_leak40K") return both(filling(at.t, 60, 60) + 40 * kTraceKiB * at.t);
  if (kind == "late_leak40K") return both(40 * kTraceKiB * std::max(0.0, x - .6 * run.requests));
  // The same with an onset that does not move with the length of the run.
  if (kind == "late600_leak40K") return both(40 * kTraceKiB * std::max(0.0, x - 600));
  if (kind == "rare_leak20K") return both(run.rare[at.i]);
  if (kind == "warmup+leak40K") return both(filling(x, 200, 100) + 40 * kTraceKiB * x);
  if (kind == "sqrt") return both(std::sqrt(x));
  if (kind == "log") return both(20 * std::log1p(x / 50));
  return {};  // flat, ar1
}

}  // namespace ttsoak
