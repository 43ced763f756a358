#include "probes/heap/blackbox_reader.h"

#include <cmath>
#include <cstring>

#include "gmock/gmock.h"
#include "probes/blackbox/weight.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace ttsoak {
namespace {

using namespace blackbox;

class BlackboxReaderTest : public ::testing::Test {
 protected:
  BlackboxReader open() {
    box_.save(path_);
    auto reader = BlackboxReader::open(path_);
    if (!reader.ok()) abort_with(reader.error().message.c_str());
    return std::move(reader).value();
  }
  HeapSnapshot snapshot() {
    auto read = open().snapshot();
    if (!read.ok()) abort_with(read.error().message.c_str());
    return std::move(read).value();
  }

  TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_.path() / "4711-1.blackbox";
  SyntheticBox box_;
};

LiveSample heap_sample(std::uint32_t stack, std::uint32_t cycle, std::uint64_t bytes,
                       std::uint32_t rate) {
  return {stack, cycle, pack_sample(bytes, Kind::heap, rate)};
}

TEST_F(BlackboxReaderTest, CountersAreThoseOfThreadsThatEndedAndOfAllThatLive) {
  // allocated bytes and blocks, freed bytes and blocks, Python's blocks, owner
  box_.header().retired = {1000, 10, 900, 9, 5, 0, 0, 0};
  auto* const threads = box_.table<Counters>(box_.header().counters);
  threads[0] = {50, 1, 0, 0, 0, 0, 4711, 0};
  threads[1] = {0, 0, 30, 2, 0, 3, 4712, 0};
  threads[2] = {1 << 20, 1, 0, 0, 0, 0, 0, 0};  // never handed out
  box_.header().threads_seen = 2;

  const HeapSnapshot read = snapshot();

  EXPECT_EQ(read.allocated_bytes, 1050);
  EXPECT_EQ(read.allocated_blocks, 11);
  EXPECT_EQ(read.freed_bytes, 930);
  EXPECT_EQ(read.freed_blocks, 11);
  EXPECT_EQ(read.python_allocated_blocks, 5);
  EXPECT_EQ(read.python_freed_blocks, 3);
}

TEST_F(BlackboxReaderTest, SampleStandsForAsManyBlocksAsItsSizeIsRarelySampled) {
  const std::uint32_t stack = box_.add_stack({0x1000});
  box_.add_sample(0x5000, heap_sample(stack, 3, 2048, 16));
  box_.add_sample(0x6000, heap_sample(stack, 4, 5 << 20, 0));  // always kept

  const HeapSnapshot read = snapshot();

  const double chance = 1 - std::exp(-2048.0 / 65536);
  ASSERT_EQ(read.stacks.size(), 1U);
  EXPECT_EQ(read.stacks[0].stack, stack);
  EXPECT_NEAR(read.stacks[0].live_blocks, 1 / chance + 1, 1e-6);
  EXPECT_NEAR(read.stacks[0].live_bytes, 2048 / chance + (5 << 20), 1e-3);
  EXPECT_NEAR(read.stacks[0].live_variance, (1 - chance) / chance / chance * 2048 * 2048, 1);
  EXPECT_EQ(read.samples, 2);
  EXPECT_EQ(read.sample_mean_bytes, 65536);
}

TEST_F(BlackboxReaderTest, SmallBlockIsWeighedByTheFloor) {
  box_.add_sample(0x5000, heap_sample(box_.add_stack({0x1000}), 0, 100, 16));

  EXPECT_NEAR(snapshot().stacks.at(0).live_blocks, 1 / (1 - std::exp(-1024.0 / 65536)), 1e-6);
}

TEST_F(BlackboxReaderTest, PythonsObjectsAreWeighedByTheirSizeWhateverTheFloor) {
  box_.add_sample(0x5000, {box_.add_stack({0x1000}), 0, pack_sample(100, Kind::python, 16)});

  EXPECT_NEAR(snapshot().stacks.at(0).live_blocks, 1 / (1 - std::exp(-100.0 / 65536)), 1e-6);
}

TEST_F(BlackboxReaderTest, SurvivorsAreToldApartByTheCycleTheyWereBornIn) {
  const std::uint32_t one = box_.add_stack({0x1000});
  const std::uint32_t other = box_.add_stack({0x2000});
  box_.add_sample(0x5000, heap_sample(other, 7, 2 << 20, 0));
  box_.add_sample(0x6000, heap_sample(one, 9, 1 << 20, 0));
  box_.add_sample(0x7000, heap_sample(one, 7, 3 << 20, 0));
  box_.add_sample(0x8000, heap_sample(one, 7, 1 << 20, 0));

  const HeapSnapshot read = snapshot();

  ASSERT_EQ(read.survivors.size(), 3U);
  EXPECT_EQ(read.survivors[0].stack, one);
  EXPECT_EQ(read.survivors[0].born_cycle, 7);
  EXPECT_EQ(read.survivors[0].bytes, 4 << 20);
  EXPECT_EQ(read.survivors[0].blocks, 2);
  EXPECT_EQ(read.survivors[1].born_cycle, 9);
  EXPECT_EQ(read.survivors[2].stack, other);
}

TEST_F(BlackboxReaderTest, PlaceThatIsBeingFilledIsNotASample) {
  box_.add_sample(kBusyAddress, heap_sample(box_.add_stack({0x1000}), 0, 1 << 20, 0));

  EXPECT_EQ(snapshot().samples, 0);
}

TEST_F(BlackboxReaderTest, SampleOfAStackThatIsNotThereIsOfTheUnknownOne) {
  box_.add_sample(0x5000, heap_sample(12345678, 0, 1 << 20, 0));

  const HeapSnapshot read = snapshot();

  ASSERT_EQ(read.stacks.size(), 1U);
  EXPECT_EQ(read.stacks[0].stack, 0);
  EXPECT_EQ(read.stacks[0].live_bytes, 1 << 20);
}

TEST_F(BlackboxReaderTest, SampleWithAnImpossibleRateIsDamageAndNotBytes) {
  box_.add_sample(0x5000, heap_sample(0, 0, 1 << 20, 200));

  EXPECT_EQ(snapshot().samples, 0);
}

TEST_F(BlackboxReaderTest, StackThatFreedAllItAllocatedIsStillShown) {
  const std::uint32_t stack = box_.add_stack({0x1000});
  StackSlot& slot = box_.table<StackSlot>(box_.header().stacks)[stack];
  slot.allocated_bytes = slot.freed_bytes = 640;
  slot.allocated_blocks = slot.freed_blocks = 10;
  box_.add_stack({0x2000});  // and this one never did anything

  const HeapSnapshot read = snapshot();

  ASSERT_EQ(read.stacks.size(), 1U);
  EXPECT_EQ(read.stacks[0].allocated_bytes, 640);
  EXPECT_EQ(read.stacks[0].freed_blocks, 10);
  EXPECT_EQ(read.stacks[0].live_bytes, 0);
}

TEST_F(BlackboxReaderTest, MappedBytesAreOfMemoryAndNotOfAddressSpaceOrPythonsArenas) {
  const std::uint32_t stack = box_.add_stack({0x1000});
  box_.add_mapping({0x10000, 0x30000, stack, 0, 0, 0});
  box_.add_mapping({0x50000, 0x90000, stack, 0, kMappingReserved, 0});
  box_.add_mapping({0xa0000, 0xb0000, stack, 0, kMappingOfPymalloc, 0});
  box_.add_mapping({0, 0xc0000, stack, 0, 0, 0});  // free

  EXPECT_EQ(snapshot().stacks.at(0).mapped_bytes, 0x20000);
}

TEST_F(BlackboxReaderTest, SamplesThatWereLostAreCountedAndSaid) {
  box_.header().losses.live_table_full = 3;
  box_.header().losses.scratch_busy = 2;
  std::strcpy(box_.header().note, "no libunwind");

  const HeapSnapshot read = snapshot();

  EXPECT_EQ(read.dropped_samples, 3);
  EXPECT_EQ(read.note,
            "no libunwind; 3 samples not kept, for want of room; 2 samples without their stack");
}

TEST_F(BlackboxReaderTest, TracersOwnMemoryGrowsByWhatItUsedAndNotByTheFilesSize) {
  const std::int64_t idle = snapshot().tracer_bytes;
  box_.header().samples = 1;
  box_.header().own_mapped_bytes = 1 << 20;

  EXPECT_LT(idle, static_cast<std::int64_t>(box_.image().size()));
  EXPECT_EQ(snapshot().tracer_bytes, idle + (1 << 20) + 64L * 192);
}

TEST_F(BlackboxReaderTest, CycleThatIsSetIsTheOneInTheBox) {
  BlackboxReader reader = open();

  ASSERT_FALSE(reader.set_cycle(17));

  EXPECT_EQ(reader.snapshot().value().cycle, 17);
  EXPECT_EQ(reader.file().header().value().cycle, 17U);
}

TEST_F(BlackboxReaderTest, InfoSaysWhoWroteIt) {
  box_.header().forked = 1;
  box_.header().python_version = 0x030b;
  std::memset(box_.header().note, 'x', sizeof(Header::note));  // no end

  const BlackboxInfo info = open().info().value();

  EXPECT_EQ(info.pid, 4711);
  EXPECT_EQ(info.parent_pid, 42);
  EXPECT_EQ(info.state, State::tracing);
  EXPECT_EQ(info.program, "/usr/bin/server");
  EXPECT_EQ(info.note.size(), sizeof(Header::note));
  EXPECT_TRUE(info.forked);
  EXPECT_EQ(info.base_mean_bytes, 65536);
}

}  // namespace
}  // namespace ttsoak
