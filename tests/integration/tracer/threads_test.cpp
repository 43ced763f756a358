// Threads, their ends, their small stacks, and signal handlers.

#include <sstream>

#include "gmock/gmock.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

// Makes its samples often, and does not make them rarer when there are many.
const std::vector<std::string> kOften = {"TTSOAK_SAMPLE=4096", "TTSOAK_BUDGET=1000000000"};

// A thread costs the C library at most so much of the heap (the vector of its thread-local
// storage), which it keeps or frees as it likes.
constexpr std::int64_t kHeapOfAThread = 2048;

void expect_nothing_lost(const std::string& threads, const std::string& at_a_time) {
  const Boxes boxes;
  Target target({trap("threads_come_and_go"), threads, at_a_time}, boxes.environment(kOften));
  ASSERT_EQ(target.read_line(), "start");
  const BlackboxReader box = boxes.of(target.pid());
  const HeapSnapshot before = snapshot_of(box);
  target.go_on();
  std::int64_t allocated = 0, kept = 0;
  std::istringstream(target.read_line()) >> allocated >> kept;
  const HeapSnapshot after = snapshot_of(box);
  ASSERT_EQ(target.wait().status, 0);

  const std::int64_t books = std::stoll(threads) * kHeapOfAThread;
  EXPECT_GE(after.allocated_bytes - before.allocated_bytes, allocated);
  EXPECT_LE(after.allocated_bytes - before.allocated_bytes, allocated + books);
  EXPECT_GE(exact_live_bytes(after) - exact_live_bytes(before), kept);
  EXPECT_LE(exact_live_bytes(after) - exact_live_bytes(before), kept + books);
}

TEST(TracerThreads, TenThousandShortLivedOnesLoseNothing) { expect_nothing_lost("10000", "8"); }

TEST(TracerThreads, ThreeThousandAtOnceAreMoreThanThereIsRoomForAndLoseNothing) {
  expect_nothing_lost("3000", "3000");
}

TEST(TracerThreads, PriceOfAThreadIsGivenBackWhenItEnds) {
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed({trap("threads_come_and_go"), "1000", "8"}, boxes, kOften).status, 0);
  // libunwind's cache is 256 KiB for each. What stays is the first thread's, and our own libraries.
  EXPECT_LT(header_of(boxes.only()).own_mapped_bytes, 2U << 20);
}

TEST(TracerSignals, HandlersMayAllocateOnTheSmallestStacks) {
  const Boxes boxes;
  const Ending ending = expect_unharmed({trap("allocates_in_handlers")}, boxes, kOften);

  EXPECT_EQ(ending.status, 0);
  const blackbox::Header header = header_of(boxes.only());
  // No room to unwind on an alternate stack. Elsewhere there is.
  EXPECT_GT(header.losses.on_signal_stack, 0U);
  EXPECT_LT(header.losses.on_signal_stack, header.samples);
  EXPECT_EQ(header.losses.live_table_full, 0U);
}

}  // namespace
}  // namespace ttsoak
