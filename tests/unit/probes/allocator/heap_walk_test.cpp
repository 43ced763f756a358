#include "probes/allocator/heap_walk.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/allocator/walk_image.h"

namespace ttsoak {
namespace {

using namespace blackbox;
using testing::HasSubstr;

WalkImage image() {
  WalkImage walk;
  walk.add_region(0x700000, 0x702000, 1, 64, {{0x100, true}, {0x200, false}, {0x20, true}});
  walk.add_region(0x100000, 0x104000, 0, 0, {{0x30, true}, {0x30, true}, {0x40, true}});
  return walk;
}

TEST(HeapWalk, BlocksFollowEachOtherInAddressOrder) {
  const auto walk = parse_heap_walk(image().bytes());
  ASSERT_TRUE(walk.ok()) << walk.error().message;
  ASSERT_EQ(walk.value().blocks.size(), 6U);
  EXPECT_EQ(walk.value().regions[0].start, 0x100000U);
  EXPECT_EQ(walk.value().blocks[1].start, 0x100030U);
  EXPECT_EQ(walk.value().blocks[4].start, 0x700140U);
  EXPECT_EQ(walk.value().blocks[4].bytes(), 0x200U);
  EXPECT_EQ(walk.value().blocks[4].state, BlockState::free);
  EXPECT_EQ(walk.value().blocks_of(walk.value().regions[1]).front().start, 0x700040U);
}

TEST(HeapWalk, CachedBlocksAreNotLiveAndThoseThatWentAreForgotten) {
  WalkImage walk = image();
  walk.cached = {0x100030, 0x700040 | kCachedByTrim, 0x100038, 0x700140};
  const auto parsed = parse_heap_walk(walk.bytes());
  ASSERT_TRUE(parsed.ok());
  const auto& blocks = parsed.value().blocks;
  EXPECT_EQ(blocks[0].state, BlockState::live);
  EXPECT_EQ(blocks[1].state, BlockState::cached);
  EXPECT_EQ(blocks[3].state, BlockState::fast);
  EXPECT_EQ(blocks[4].state, BlockState::free);
}

TEST(HeapWalk, RefusalOfTheTracerIsPassedOnInWords) {
  WalkImage walk;
  walk.header.outcome = static_cast<std::uint32_t>(WalkOutcome::corrupted);
  walk.header.where = 0xabc0;
  const auto parsed = parse_heap_walk(walk.bytes());
  ASSERT_TRUE(parsed.ok());
  EXPECT_THAT(why_not_walked(parsed.value().header), HasSubstr("heap corrupted at 0xabc0"));
}

TEST(HeapWalk, ContradictionsAreErrors) {
  std::vector<char> cut = image().bytes();
  cut.pop_back();
  EXPECT_THAT(parse_heap_walk(cut).error().message, HasSubstr("cut short"));

  WalkImage short_of_top = image();
  short_of_top.regions[0].top += 16;
  EXPECT_THAT(parse_heap_walk(short_of_top.bytes()).error().message, HasSubstr("do not fill"));

  WalkImage beyond = image();
  beyond.regions[1].blocks = 7;
  EXPECT_THAT(parse_heap_walk(beyond.bytes()).error().message, HasSubstr("impossible region"));

  WalkImage twice = image();
  twice.add_region(0x101000, 0x103000, 0, 0, {});
  EXPECT_THAT(parse_heap_walk(twice.bytes()).error().message, HasSubstr("walk again"));

  EXPECT_FALSE(parse_heap_walk({}).ok());
}

}  // namespace
}  // namespace ttsoak
