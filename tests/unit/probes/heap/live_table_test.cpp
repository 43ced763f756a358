#include "probes/heap/live_table.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <thread>

#include "gmock/gmock.h"
#include "probes/base/unique_fd.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace ttsoak {
namespace {

using namespace blackbox;

constexpr std::uint64_t kMiB = 1 << 20;

// Fills and frees one place without end, as the tracer does: samples of stack 1 have 1 MiB, those
// of stack 2 have 2.
void keep_replacing(const std::stop_token& stop, LiveBucket* bucket) {
  for (std::uint32_t stack = 1; !stop.stop_requested(); stack = 3 - stack) {
    __atomic_store_n(&bucket->addresses[0], kBusyAddress, __ATOMIC_SEQ_CST);
    __atomic_store_n(&bucket->samples[0].stack, stack, __ATOMIC_RELAXED);
    __atomic_store_n(&bucket->samples[0].packed, pack_sample(stack * kMiB, Kind::heap, 0),
                     __ATOMIC_RELAXED);
    __atomic_store_n(&bucket->addresses[0], 0x5000, __ATOMIC_RELEASE);
  }
}

TEST(LiveTable, SampleIsNeverHalfOneAndHalfTheNext) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "1-1.blackbox";
  SyntheticBox box;
  box.save(path);
  const BoxFile file = BoxFile::open(path).value();
  const UniqueFd fd(::open(path.c_str(), O_RDWR));
  void* const mapped =
      ::mmap(nullptr, box.image().size(), PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
  ASSERT_NE(mapped, MAP_FAILED);
  std::jthread writer([&](const std::stop_token& stop) {
    keep_replacing(stop, reinterpret_cast<LiveBucket*>(static_cast<char*>(mapped) +
                                                       file.layout().live.offset));
  });

  std::int64_t seen = 0;
  for (int i = 0; i < 3000; ++i) {
    const LiveSums sums = sum_live_samples(file, 3, 1024).value();
    for (std::uint32_t stack = 1; stack < 3; ++stack) {
      const LiveSums::OfStack& of_stack = sums.stacks[stack];
      ASSERT_EQ(of_stack.bytes, of_stack.blocks * static_cast<double>(stack * kMiB));
    }
    seen += sums.samples;
  }

  EXPECT_GT(seen, 0);
  writer.request_stop();
  writer.join();
  ::munmap(mapped, box.image().size());
}

TEST(LiveTable, SamplesOfAllBucketsAreSeenWhateverTheCapacity) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "1-1.blackbox";
  SyntheticBox box({.buckets = 1500});  // one chunk and a part of the next
  for (std::uint64_t i = 0; i < 1500; ++i) {
    box.add_sample(3000 + i, {0, 0, pack_sample(64, Kind::python, 0)});
  }
  box.save(path);

  const LiveSums sums = sum_live_samples(BoxFile::open(path).value(), 1, 1024).value();

  EXPECT_EQ(sums.samples, 1500);
  EXPECT_EQ(sums.stacks[0].bytes, 1500 * 64);
}

}  // namespace
}  // namespace ttsoak
