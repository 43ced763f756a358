// What a snapshot costs: one is taken of every traced process at every trough.
#include <benchmark/benchmark.h>

#include <random>

#include "probes/blackbox/layout.h"
#include "probes/heap/blackbox_reader.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace ttsoak {
namespace {

constexpr std::uint32_t kStacks = 4000;
constexpr std::uint32_t kCycles = 100;

// A box as full as half of its live table, with blocks of a program's sizes.
SyntheticBox full_box(std::uint64_t samples) {
  SyntheticBox::Sizes sizes;
  sizes.buckets = samples / blackbox::kBucketPlaces * 2;
  sizes.stacks = kStacks + 1;
  sizes.frames = kStacks * 10 + 1;
  SyntheticBox box(sizes);
  for (std::uint32_t stack = 0; stack < kStacks; ++stack) {
    box.add_stack(std::vector<std::uint64_t>(10, 0x7f0000000000 + stack));
  }
  std::mt19937_64 random(1);
  for (std::uint64_t i = 0; i < samples; ++i) {
    const std::uint64_t bytes = 16ULL << (random() % 16);
    const auto stack = static_cast<std::uint32_t>(1 + random() % kStacks);
    const auto cycle = static_cast<std::uint32_t>(random() % kCycles);
    box.add_sample((random() >> 16) * 16 + 2,
                   {stack, cycle, blackbox::pack_sample(bytes, blackbox::Kind::heap, 16)});
  }
  return box;
}

void read_snapshot(benchmark::State& state) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "1-1.blackbox";
  full_box(static_cast<std::uint64_t>(state.range(0))).save(path);
  const auto reader = BlackboxReader::open(path);
  if (!reader.ok()) abort_with(reader.error().message.c_str());
  for ([[maybe_unused]] auto _ : state) {
    const auto snapshot = reader.value().snapshot();
    if (!snapshot.ok() || snapshot.value().samples != state.range(0)) {
      abort_with("a snapshot that lacks samples");
    }
  }
}
BENCHMARK(read_snapshot)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ttsoak
