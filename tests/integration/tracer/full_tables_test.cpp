// More than the black box has room for: it degrades, says so, and stays within its bounds.

#include <fstream>

#include "gmock/gmock.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

// Most blocks are samples, as many as there may be.
const std::vector<std::string> kEveryBlock = {"TTSOAK_SAMPLE=1024", "TTSOAK_FLOOR=1024",
                                              "TTSOAK_BUDGET=1000000000"};

std::int64_t rss_bytes(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  std::int64_t size_pages = 0, resident_pages = 0;
  file >> size_pages >> resident_pages;
  return resident_pages * 4096;
}

struct Filled {
  std::int64_t rss = 0;
  HeapSnapshot heap;
  blackbox::Header header;
};

Filled fill(const std::vector<std::string>& arguments, bool traced) {
  const Boxes boxes;
  std::vector<std::string> argv = {trap("fills_the_tables")};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  Target target(argv, traced ? boxes.environment(kEveryBlock) : std::vector<std::string>());
  EXPECT_EQ(target.read_line(), "filled");
  Filled filled;
  filled.rss = rss_bytes(target.pid());
  if (traced) filled.heap = snapshot_of(boxes.of(target.pid()));
  if (traced) filled.header = header_of(boxes.of(target.pid()));
  EXPECT_EQ(target.wait().status, 0);
  return filled;
}

TEST(TracerFullTables, MoreStacksAndBlocksThanFitAreCountedAndTheSumStaysRight) {
  const Filled filled = fill({"1"}, true);

  EXPECT_GT(filled.header.losses.stack_table_full, 0U);
  EXPECT_EQ(filled.header.stacks_used, filled.header.stacks.capacity);
  EXPECT_THAT(filled.heap.note, testing::HasSubstr("samples without their stack"));
  // Samples became rarer in time, so that next to none was lost, but no rarer than need be.
  EXPECT_GT(filled.header.rate, filled.header.base_rate);
  EXPECT_LT(filled.header.rate, filled.header.base_rate + 7);
  EXPECT_LT(filled.header.losses.live_table_full, filled.header.samples / 1000);
  const auto exact = static_cast<double>(exact_live_bytes(filled.heap));
  EXPECT_NEAR(sampled_live_bytes(filled.heap) / exact, 1, 0.03);
}

TEST(TracerFullTables, FramesMayRunOutFirst) {
  const Filled filled = fill({"4", "deep"}, true);

  EXPECT_GT(filled.header.losses.stack_table_full, 0U);
  EXPECT_EQ(filled.header.frames_used, filled.header.frames.capacity);
  const auto exact = static_cast<double>(exact_live_bytes(filled.heap));
  EXPECT_NEAR(sampled_live_bytes(filled.heap) / exact, 1, 0.03);
}

TEST(TracerMemory, StaysWithinEightMegabytesAndALittleForEachThread) {
  for (const int threads : {1, 8}) {
    SCOPED_TRACE(threads);
    const std::string count = std::to_string(threads);
    const std::int64_t alone = fill({count, "deep"}, false).rss;
    const Filled traced = fill({count, "deep"}, true);
    const std::int64_t price = traced.rss - alone;
    // With the shared pages of libunwind and of the tracer's own code.
    EXPECT_LT(price, (8 << 20) + (threads + 1) * (300 << 10));
    // What the box itself says is the truth, but for what the loader and liblzma take.
    EXPECT_GT(traced.heap.tracer_bytes, price - (512 << 10));
    EXPECT_LT(traced.heap.tracer_bytes, price + (1 << 20));
    RecordProperty("price_" + count, std::to_string(price));
    RecordProperty("said_" + count, std::to_string(traced.heap.tracer_bytes));
  }
}

}  // namespace
}  // namespace ttsoak
