#include <cmath>
#include <functional>

#include "reports/calibration/traces.h"
#include "reports/series/troughs.h"
#include "tests/unit/reports/render/sample_report.h"

namespace ttsoak {
namespace {

constexpr double kKib = 1024;
constexpr double kMib = 1024 * kKib;
constexpr const char* kTorch = "/opt/tts/lib/python3.11/site-packages/torch/lib/libtorch_cpu.so";

Frame python(const std::string& function, const std::string& file, int line) {
  return {FrameKind::python, function, file, line, "", 0};
}
Frame native(const std::string& function, const std::string& module, const std::string& file = "",
             int line = 0) {
  return {FrameKind::native, function, file, line, module, 0x41f30};
}

const std::string kPackages = "/opt/tts/lib/python3.11/site-packages/";

// What every request of the sample server goes through.
std::vector<Frame> served(std::vector<Frame> frames) {
  const std::vector<Frame> outer = {
      python("synthesize", "/opt/tts/server.py", 118),
      python("speech", "/opt/tts/server.py", 74),
      python("Route.handle", kPackages + "starlette/routing.py", 290),
      python("run", kPackages + "uvicorn/server.py", 67),
      native("_PyEval_EvalFrameDefault", "/usr/bin/python3.11"),
      native("Py_BytesMain", "/usr/bin/python3.11"),
      native("__libc_start_main", "/usr/lib/x86_64-linux-gnu/libc.so.6")};
  frames.insert(frames.end(), outer.begin(), outer.end());
  return frames;
}

std::vector<Frame> tensor_in_cache() {
  return served(
      {native("posix_memalign", "/usr/lib/x86_64-linux-gnu/libc.so.6"),
       native("c10::alloc_cpu(unsigned long)", "/opt/tts/lib/libc10.so"),
       {FrameKind::inlined, "at::detail::empty_generic", "EmptyTensor.cpp", 168, kTorch, 0x51},
       native("at::native::clone(at::Tensor const&)", kTorch, "TensorFactories.cpp", 1812),
       python("VoiceCache.put", "/opt/tts/voices.py", 41)});
}

std::vector<Frame> log_record() {
  return served(
      {python("Journal.remember <keeps \"every\" text & more>", "/opt/tts/journal.py", 22)});
}

std::vector<Frame> plan_cache() {
  return served({native("dnnl::impl::primitive_cache_t::add(key_t const&)", kTorch,
                        "primitive_cache.cpp", 203),
                 python("Linear.forward", kPackages + "torch/nn/modules/linear.py", 114)});
}

using Held = std::function<double(int cycle)>;

void add_stack(HeapRecord& heap, std::vector<Frame> frames, const Held& held, double block_bytes,
               std::vector<Survivors> survivors) {
  StackSeries series;
  series.stack.process = 2;
  series.stack.stack = static_cast<std::int64_t>(heap.stacks.size()) + 1;
  series.stack.frames = std::move(frames);
  for (const int cycle : heap.cycles) {
    const double bytes = held(cycle);
    series.live_bytes.push_back(bytes);
    series.live_blocks.push_back(std::round(bytes / block_bytes));
    series.live_variance.push_back(bytes * 64 * kKib);
    series.mapped_bytes.push_back(0);
  }
  series.now.stack = series.stack.stack;
  series.now.live_bytes = series.live_bytes.back();
  series.now.live_blocks = series.live_blocks.back();
  series.survivors = std::move(survivors);
  heap.stacks.push_back(std::move(series));
}

std::vector<Survivors> born(int from, int to, int step, double bytes) {
  std::vector<Survivors> survivors;
  for (int cycle = from; cycle <= to; cycle += step) {
    survivors.push_back({0, cycle, bytes, bytes / 512});
  }
  return survivors;
}

}  // namespace

void add_sample_heap(Report& report) {
  HeapRecord& heap = report.record.heap;
  const auto last = static_cast<int>(report.record.cycles.size());
  Dice dice(11);
  const auto noise = [&dice](double deviation) { return dice.normal(deviation); };
  for (int cycle = 0; cycle <= last; ++cycle) {
    heap.cycles.push_back(cycle);
    HeapTrough trough;
    trough.cycle = cycle;
    trough.processes = 1;
    trough.live_bytes = std::llround(118 * kMib + 38.9 * kKib * 25 * cycle +
                                     6 * kMib * (1 - std::exp(-cycle / 9.0)) + noise(40 * kKib));
    trough.live_blocks = 901000 + 240 * cycle;
    trough.tracer_bytes = std::llround((2.1 + 0.02 * cycle) * kMib);
    heap.troughs.push_back(trough);
  }
  HeapProcess process;
  process.newest.process = 2;
  process.newest.cycle = last;
  process.newest.sample_mean_bytes = 65536;
  process.newest.samples = 2412;
  process.newest.note = "2 of 14,200 stacks have no native frames: a thread had too little stack";
  process.last = heap.cycles.size() - 1;
  heap.processes.push_back(process);

  add_stack(
      heap, tensor_in_cache(),
      [&](int c) { return 3 * kMib + 31.4 * kKib * 25 * c + noise(90 * kKib); }, 32768,
      born(3, last, 1, 31.4 * kKib * 25));
  add_stack(
      heap, log_record(), [&](int c) { return 7.2 * kKib * 25 * c + std::abs(noise(60 * kKib)); },
      180, born(2, last, 3, 200 * kKib));
  add_stack(heap, plan_cache(),
            [&](int c) { return 6 * kMib * (1 - std::exp(-c / 9.0)) + noise(12 * kKib); }, 4096,
            {{0, 0, 2 * kMib, 500}, {0, 1, 1 * kMib, 300}, {0, 9, 3 * kMib, 700}});
  add_stack(
      heap, served({native("BIO_new", "/usr/lib/x86_64-linux-gnu/libcrypto.so.3")}),
      [&](int c) { return 5 * kMib + 400.0 * c + noise(300 * kKib); }, 700,
      born(1, last, 7, 100 * kKib));
  add_stack(heap, {}, [&](int c) { return 2 * kMib + 900.0 * c + noise(200 * kKib); }, 64, {});
  heap.other_stacks = 1630;
  heap.other_live_bytes.assign(heap.cycles.size(), 108 * kMib);
  heap.other_live_blocks.assign(heap.cycles.size(), 860000);
  heap.other_mapped_bytes.assign(heap.cycles.size(), 0);
  report.live_heap = live_heap_troughs(report.record.cycles, heap.troughs);
  report.ledger = rank_growing_stacks(heap, report.record.cycles);
}

}  // namespace ttsoak
