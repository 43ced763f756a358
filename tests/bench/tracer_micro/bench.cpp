// What the parts of the tracer cost, each alone: the parts of the price that compare.py measures.
// CPU time is what counts; the machine should be idle otherwise.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <random>
#include <vector>

#include "probes/tracer/block.h"
#include "probes/tracer/box.h"
#include "probes/tracer/capture.h"
#include "probes/tracer/filter.h"
#include "probes/tracer/live_table.h"
#include "probes/tracer/random.h"
#include "probes/tracer/sampling.h"
#include "probes/tracer/stack_table.h"
#include "tests/bench/tracer_micro/call_chain.h"
#include "tests/bench/tracer_micro/start.h"

namespace ttsoak::tracer {
namespace {

constexpr std::size_t kBlocks = 4096;  // a power of two

// Addresses of blocks, as a heap of 64 MiB has them; never touched.
std::vector<void*> some_addresses(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<void*> addresses(count);
  for (void*& address : addresses) {
    address = reinterpret_cast<void*>(0x5500'0000'0000 + random() % (64 << 20) / 16 * 16);
  }
  return addresses;
}

// Fills the live table with samples that the benchmark does not touch, while one of these lives.
class Crowd {
 public:
  explicit Crowd(std::int64_t samples)
      : addresses_(some_addresses(static_cast<std::size_t>(samples), 7)) {
    const blackbox::LiveSample sample{1, 0, blackbox::pack_sample(64, blackbox::Kind::heap, 16)};
    for (void* const address : addresses_) {
      blackbox::LiveSample replaced{};
      insert_live(hash_address(address), address, sample, replaced);
    }
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;
  ~Crowd() {
    blackbox::LiveSample removed{};
    for (void* const address : addresses_) remove_live(hash_address(address), address, removed);
  }

 private:
  std::vector<void*> addresses_;
};

void draw_distance(benchmark::State& state) {
  std::uint64_t random = 1;
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(exponential(random));
}
BENCHMARK(draw_distance);

// malloc's and free's part of the tracer for a block that is not sampled. The blocks are real, for
// their headers are read.
void record_and_forget(benchmark::State& state) {
  std::vector<void*> blocks(kBlocks);
  for (void*& block : blocks) block = std::malloc(64);
  benchmark::DoNotOptimize(is_recording());  // the thread gets its counters
  t_thread.until_sample = INT64_MAX;
  std::size_t i = 0;
  for ([[maybe_unused]] auto _ : state) {
    void* const block = blocks[i++ % kBlocks];
    benchmark::DoNotOptimize(recorded(block));
    forget(block);
  }
  for (void* const block : blocks) std::free(block);
}
BENCHMARK(record_and_forget);

void count_one_block(benchmark::State& state) {
  benchmark::DoNotOptimize(is_recording());
  for ([[maybe_unused]] auto _ : state) {
    count_allocated(64);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(count_one_block);

// The filter's answer for blocks that were not sampled, with so many that were: mostly "no", and
// a look into the live table where it is "maybe".
void look_for_unsampled_block(benchmark::State& state) {
  const Crowd crowd(state.range(0));
  const std::vector<void*> addresses = some_addresses(kBlocks, 99);
  std::size_t i = 0;
  std::size_t maybes = 0;
  for ([[maybe_unused]] auto _ : state) {
    void* const address = addresses[i++ % kBlocks];
    blackbox::LiveSample sample{};
    if (may_be_sampled(address)) {
      ++maybes;
      benchmark::DoNotOptimize(remove_live(hash_address(address), address, sample));
    }
  }
  state.counters["maybe"] = static_cast<double>(maybes) / static_cast<double>(state.iterations());
}
BENCHMARK(look_for_unsampled_block)->Arg(0)->Arg(5'000)->Arg(50'000);

// The same where the filter always says "maybe": what a false alarm costs.
void look_after_false_alarm(benchmark::State& state) {
  const Crowd crowd(state.range(0));
  const std::vector<void*> addresses = some_addresses(kBlocks, 99);
  std::size_t i = 0;
  for ([[maybe_unused]] auto _ : state) {
    void* const address = addresses[i++ % kBlocks];
    blackbox::LiveSample sample{};
    benchmark::DoNotOptimize(remove_live(hash_address(address), address, sample));
  }
}
BENCHMARK(look_after_false_alarm)->Arg(5'000)->Arg(50'000);

void insert_and_remove_sample(benchmark::State& state) {
  const Crowd crowd(state.range(0));
  const std::vector<void*> addresses = some_addresses(kBlocks, 99);
  const blackbox::LiveSample sample{1, 0, blackbox::pack_sample(64, blackbox::Kind::heap, 16)};
  std::size_t i = 0;
  for ([[maybe_unused]] auto _ : state) {
    void* const address = addresses[i++ % kBlocks];
    blackbox::LiveSample other{};
    insert_live(hash_address(address), address, sample, other);
    if (!remove_live(hash_address(address), address, other)) std::abort();
  }
}
BENCHMARK(insert_and_remove_sample)->Arg(0)->Arg(5'000)->Arg(50'000);

constexpr std::uint32_t kDepth = 25;
constexpr std::uint32_t kOwnFrames = 5;  // of a stack; it shares the outer ones with others

struct Stack {
  std::uint64_t frames[kDepth];
};

std::vector<Stack> some_stacks(std::size_t count) {
  std::mt19937_64 random(1);
  std::vector<Stack> stacks(count);
  for (Stack& stack : stacks) {
    for (std::uint32_t i = 0; i < kDepth; ++i) {
      stack.frames[i] = 0x7f00'0000'0000 + (i < kOwnFrames ? random() % (64 << 20) : i);
    }
  }
  return stacks;
}

void intern_known_stack(benchmark::State& state) {
  const std::vector<Stack> stacks = some_stacks(2048);
  forget_stacks();
  bool fresh = false;
  for (const Stack& stack : stacks) intern_stack(stack.frames, kDepth, fresh);
  std::size_t i = 0;
  for ([[maybe_unused]] auto _ : state) {
    const std::uint32_t id = intern_stack(stacks[i++ % stacks.size()].frames, kDepth, fresh);
    if (id == 0 || fresh) std::abort();
  }
}
BENCHMARK(intern_known_stack);

void intern_new_stack(benchmark::State& state) {
  const std::vector<Stack> stacks = some_stacks(8192);
  forget_stacks();
  bool fresh = false;
  std::size_t i = 0;
  for ([[maybe_unused]] auto _ : state) {
    if (i == stacks.size()) {
      state.PauseTiming();
      forget_stacks();
      i = 0;
      state.ResumeTiming();
    }
    const std::uint32_t id = intern_stack(stacks[i++].frames, kDepth, fresh);
    if (id == 0 || !fresh) std::abort();
  }
}
BENCHMARK(intern_new_stack);

// Runs `body(state)` below as many frames as the first argument of the benchmark says, all told.
using Body = void (*)(benchmark::State&);
void run_below(benchmark::State& state, Body body) {
  struct Below {
    benchmark::State& state;
    Body body;
    std::uint32_t frames;
  } below{state, body, 0};
  const auto measure = [](void* data) {
    static_cast<Below*>(data)->frames = frames_of(capture_stack());
  };
  const auto run = [](void* data) {
    Below& from = *static_cast<Below*>(data);
    from.frames = frames_of(capture_stack());
    from.body(from.state);
  };
  forget_stacks();
  call_through_on_new_thread(1, measure, &below);
  const auto missing = static_cast<int>(state.range(0)) - static_cast<int>(below.frames);
  call_through_on_new_thread(1 + missing, run, &below);
  state.counters["frames"] = below.frames;
}

void take_known_stack(benchmark::State& state) {
  run_below(state, [](benchmark::State& from) {
    for ([[maybe_unused]] auto _ : from) benchmark::DoNotOptimize(capture_stack());
  });
}
BENCHMARK(take_known_stack)->Arg(10)->Arg(25)->Arg(60);

// The whole life of a sample: its stack, its place in the tables, the next draw, and its end.
void take_and_forget_sample(benchmark::State& state) {
  run_below(state, [](benchmark::State& from) {
    const std::vector<void*> addresses = some_addresses(kBlocks, 99);
    benchmark::DoNotOptimize(is_recording());
    std::size_t i = 0;
    for ([[maybe_unused]] auto _ : from) {
      void* const address = addresses[i++ % kBlocks];
      take_sample(address, 64, blackbox::Kind::heap);
      forget_block(address);
    }
  });
}
BENCHMARK(take_and_forget_sample)->Arg(10)->Arg(25)->Arg(60);

}  // namespace
}  // namespace ttsoak::tracer

int main(int argc, char** argv) {
  ttsoak::tracer::start_without_hooks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
