// What it costs to take the memory of a process apart: done at troughs, of every traced process.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "probes/allocator/heap_look.h"
#include "tests/integration/tracer/boxes.h"
#include "tests/integration/tracer/target.h"

namespace ttsoak {
namespace {

// What the tracer's control thread has run so far, waiting not counted (man 5 proc, schedstat).
double control_thread_ms(pid_t pid) {
  const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks)) {
    std::string name;
    std::ifstream(task.path() / "comm") >> name;
    double ran_ns = 0;
    if (name == "ttsoak" && std::ifstream(task.path() / "schedstat") >> ran_ns) return ran_ns / 1e6;
  }
  return 0;
}

// Of a heap of range(0) blocks, a third of them free, with holes of up to range(1) bytes.
void look(benchmark::State& state, Thoroughness thoroughness) {
  const Boxes boxes;
  Target target(
      {trap("allocator_pin"), std::to_string(state.range(0) / 2), std::to_string(state.range(1))},
      boxes.environment());
  if (target.read_line() != "freed") abort_with("the program did not start");
  const BlackboxReader box = boxes.of(target.pid());
  std::int64_t pause_us = 0;
  const double ran_before_ms = control_thread_ms(target.pid());
  for ([[maybe_unused]] auto _ : state) {
    const auto seen = look_at_heap(box, target.pid(), thoroughness);
    if (!seen.ok()) abort_with(seen.error().message.c_str());
    pause_us = std::max(pause_us, seen.value().split.pause_us);
    state.counters["rss_MiB"] = static_cast<double>(seen.value().split.rss_bytes >> 20);
  }
  state.counters["target_ms"] =
      (control_thread_ms(target.pid()) - ran_before_ms) / static_cast<double>(state.iterations());
  state.counters["longest_pause_us"] = static_cast<double>(pause_us);
}
BENCHMARK_CAPTURE(look, walk, Thoroughness::walk)
    ->Args({100'000, 600})
    ->Args({1'000'000, 600})
    ->Args({20'000, 60'000})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(look, estimate, Thoroughness::estimate)
    ->Args({100'000, 600})
    ->Args({1'000'000, 600})
    ->Args({20'000, 60'000})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace ttsoak
