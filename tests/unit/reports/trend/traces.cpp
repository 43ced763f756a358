#include "tests/unit/reports/trend/traces.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ttsoak {
namespace {

constexpr double kMiB = 0x1p20;
constexpr double kKiB = 1.0 / 1024;  // in MiB, the unit of everything below
constexpr double kBase = 800;
constexpr double kScatter = 2;  // of a trough

// What a kind does in one run, with the random part drawn: MiB above the base after `x` requests
// in all, `t` of them in this process lifetime, at the end of cycle `i`.
struct Run {
  int cycles, restart;  // restart: the first cycle of the second lifetime; cycles if none
  double requests;      // in the whole run
  std::array<double, 4> doublings;
  double phase;
  std::vector<double> wander, saw, rare;  // by cycle
};

Run draw_run(int cycles, bool restarts, Dice& dice) {
  Run run;
  run.cycles = cycles;
  run.restart = restarts ? static_cast<int>(cycles * dice.uniform(.35, .65)) : cycles;
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

double filling(double t, double size, double tau) { return size * (1 - std::exp(-t / tau)); }

double grown(const std::string& kind, const Run& run, std::size_t i, double x, double t) {
  if (kind == "subbudget4K") return 4 * kKiB * x;
  if (kind == "warmup") return filling(x, 200, 100);
  if (kind == "slowcache") return filling(x, 150, 500);
  if (kind == "sawtooth") return run.saw[i];
  if (kind == "stepdouble") {
    double sum = 0;
    for (std::size_t k = 0; k < run.doublings.size(); ++k)
      if (x > run.doublings[k]) sum += 8 * std::pow(2, k);
    return sum;
  }
  if (kind == "restart_ok") return filling(t, 60, 60);
  if (kind == "randomwalk") return run.wander[i];
  if (kind == "leak40K") return 40 * kKiB * x;
  if (kind == "leak15K") return 15 * kKiB * x;
  if (kind == "stepleak") return 16 * std::floor((x + run.phase) / 400);  // 41 KiB per request
  if (kind == "restart_leak40K") return filling(t, 60, 60) + 40 * kKiB * t;
  if (kind == "late_leak40K") return 40 * kKiB * std::max(0.0, x - .6 * run.requests);
  if (kind == "rare_leak20K") return run.rare[i];
  if (kind == "warmup+leak40K") return filling(x, 200, 100) + 40 * kKiB * x;
  if (kind == "sqrt") return std::sqrt(x);
  if (kind == "log") return 20 * std::log1p(x / 50);
  return 0;  // flat, ar1
}

// The lowest of ten samples of a quiet server whose memory settles.
double settled(Dice& dice) {
  const double height = 30 * dice.uniform(.5, 1);
  double lowest = height;
  for (int sample = 0; sample < 10; ++sample)
    lowest = std::min(lowest, height * std::exp(-sample / 1.5) + std::abs(dice.normal(.3)));
  return lowest;
}

}  // namespace

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

TroughSeries make_trace(const std::string& kind, int cycles, Dice& dice) {
  const Run run = draw_run(cycles, kind.starts_with("restart"), dice);
  const std::vector<double> noise = kind == "ar1" ? correlated_noise(cycles, .8, 4, dice)
                                                  : correlated_noise(cycles, 0, kScatter, dice);
  TroughSeries series;
  for (int i = 0; i < cycles; ++i) {
    const bool second = i >= run.restart;
    const auto at = static_cast<std::size_t>(i);
    const double x = kTraceRequests * (i + 1);
    const double t = second ? x - kTraceRequests * run.restart : x;
    series.requests.push_back(x);
    series.bytes.push_back(kMiB * (kBase + grown(kind, run, at, x, t) + noise[at] + settled(dice)));
    series.lifetime.push_back(second ? 1 : 0);
  }
  return series;
}

}  // namespace ttsoak
