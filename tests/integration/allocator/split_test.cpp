// Where the memory of real programs is.

#include "gmock/gmock.h"
#include "tests/integration/allocator/looks.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::int64_t kMiB = 1 << 20;

void expect_equal_parts(const MemorySplit& walked, const MemorySplit& estimated) {
  const auto expect_near = [&](std::int64_t a, std::int64_t b, double tolerance) {
    EXPECT_NEAR(static_cast<double>(a), static_cast<double>(b), tolerance)
        << described(walked) << '\n'
        << described(estimated);
  };
  expect_near(walked.live_bytes, estimated.live_bytes, 1.0 * kMiB);
  expect_near(walked.pinned_bytes, estimated.pinned_bytes, 1.5 * kMiB);
  expect_near(walked.free_bytes, estimated.free_bytes, 1.5 * kMiB);
  expect_near(walked.top_bytes, estimated.top_bytes, 0.1 * kMiB);
}

class AllocatorSplit : public testing::TestWithParam<const char*> {};

TEST_P(AllocatorSplit, ExplainsAllOfRss) {
  const Boxes boxes;
  Target target({trap(GetParam())}, boxes.environment());
  ASSERT_NE(target.read_line(), "");
  const HeapLook walked = look(boxes, target, Thoroughness::walk);
  EXPECT_TRUE(walked.split.exact) << described(walked.split);
  EXPECT_THAT(walked.split.allocator, StartsWith("glibc 2."));
  expect_explained(walked.split);
  // The kernel may take pages of files back between the two.
  EXPECT_NEAR(static_cast<double>(rss_of(target.pid())),
              static_cast<double>(walked.split.rss_bytes), 6.0 * kMiB);
  const HeapLook estimated = look(boxes, target, Thoroughness::estimate);
  EXPECT_FALSE(estimated.split.exact);
  EXPECT_TRUE(estimated.retention.empty());
  expect_explained(estimated.split);
  expect_equal_parts(walked.split, estimated.split);
  if (getenv("TTSOAK_SHOW") != nullptr) {
    printf("%s\n%s\n", described(walked.split).c_str(), described(estimated.split).c_str());
  }
  EXPECT_EQ(target.wait().status, 0);
}

TEST_P(AllocatorSplit, KnowsToThePageWhatATrimReturns) {
  const Boxes boxes;
  Target target({trap(GetParam())}, boxes.environment());
  ASSERT_NE(target.read_line(), "");
  const HeapLook after = expect_trim_to_return_what_was_said(boxes, target);
  const HeapLook estimated = look(boxes, target, Thoroughness::estimate);
  expect_equal_parts(after.split, estimated.split);
  EXPECT_EQ(target.wait().status, 0);
}

INSTANTIATE_TEST_SUITE_P(Programs, AllocatorSplit,
                         testing::Values("allocator_pin", "allocator_mix"),
                         [](const auto& program) {
                           return std::string(program.param).substr(sizeof "allocator");
                         });

TEST(AllocatorSplit, TellsThePartsOfAMixedProgramApart) {
  const Boxes boxes;
  Target target({trap("allocator_mix")}, boxes.environment());
  ASSERT_EQ(target.read_line(), "ready");
  const MemorySplit split = look(boxes, target, Thoroughness::walk).split;
  EXPECT_NEAR(static_cast<double>(split.mapped_bytes), 8.0 * kMiB, 0.2 * kMiB);
  EXPECT_NEAR(static_cast<double>(split.shmem_bytes), 4.0 * kMiB, 4096);
  EXPECT_GT(split.stack_bytes, 3 * 200000);
  EXPECT_LT(split.stack_bytes, 2 * kMiB);
  // 21,200 blocks of 112 bytes and 200 of 1.5 KiB in each of three threads; 4.1 and 3.5 MiB of
  // large blocks.
  EXPECT_NEAR(static_cast<double>(split.live_bytes), 15.3 * kMiB, 1.0 * kMiB) << described(split);
  EXPECT_EQ(target.wait().status, 0);
}

TEST(AllocatorSplit, ChildOfAForkKnowsWhatItInherited) {
  const Boxes boxes;
  Target target({trap("allocator_forks_full")}, boxes.environment());
  const pid_t child = std::stoi("0" + target.read_line());
  ASSERT_GT(child, 0);
  const auto seen = look_at_heap(boxes.of(child), child, Thoroughness::walk);
  ASSERT_TRUE(seen.ok()) << seen.error().message;
  EXPECT_EQ(sum_of(seen.value().split), seen.value().split.rss_bytes);
  EXPECT_EQ(seen.value().split.mapped_bytes, 32 * kMiB) << described(seen.value().split);
  EXPECT_NEAR(static_cast<double>(seen.value().split.live_bytes), 24.0 * kMiB, 1.0 * kMiB);
  expect_explained(seen.value().split);
  EXPECT_EQ(target.wait().status, 0);
}

}  // namespace
}  // namespace ttsoak
