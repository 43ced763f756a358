// What a verdict costs: it is given at every look of a run and on every page.
#include <benchmark/benchmark.h>

#include "reports/calibration/traces.h"

namespace ttsoak {
namespace {

void judge_growth_of(benchmark::State& state, const char* kind) {
  Dice dice(1);
  const TroughSeries series = make_trace(kind, static_cast<int>(state.range(0)), dice);
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(judge_growth(series, kTraceBudget, {}));
}

BENCHMARK_CAPTURE(judge_growth_of, flat, "flat")
    ->Arg(40)
    ->Arg(160)
    ->Arg(4000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(judge_growth_of, slowcache, "slowcache")
    ->Arg(40)
    ->Arg(160)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(judge_growth_of, restart, "restart_ok")
    ->Arg(40)
    ->Arg(160)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ttsoak
