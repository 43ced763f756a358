#include "probes/python/holder_watch.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/python/snapshots.h"

namespace ttsoak {
namespace {

using blackbox::PythonKind;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

constexpr int kCycles = 10;

SnapshotOf lists() { return SnapshotOf().type(0x100, "list", PythonKind::list, 9); }

TEST(HolderWatch, FindsTheContainerThatGrows) {
  HolderWatch watch;
  for (int cycle = 1; cycle <= kCycles; ++cycle) {
    watch.observe(lists().container(0x1000, 5).container(0x2000, 3 * cycle).made(), cycle);
  }
  const HolderCandidates found = watch.candidates();
  ASSERT_THAT(found.containers, ElementsAre(Field(&GrowingContainer::address, 0x2000)));
  EXPECT_EQ(found.containers[0].type, "list");
  EXPECT_EQ(found.containers[0].series.first(), 3);
  EXPECT_EQ(found.containers[0].series.last(), 30);
  EXPECT_EQ(found.containers[0].series.looks(), kCycles);
  EXPECT_THAT(found.slots, IsEmpty());
}

TEST(HolderWatch, ContainerThatWasEmptyBetweenDoesNotGrow) {
  HolderWatch watch;
  for (int cycle = 1; cycle <= kCycles; ++cycle) {
    SnapshotOf now = lists();
    if (cycle != 8) now.container(0x2000, cycle);
    watch.observe(now.made(), cycle);
  }
  EXPECT_THAT(watch.candidates().containers, IsEmpty());
}

TEST(HolderWatch, AddressUsedAgainByAnotherTypeBeginsAnew) {
  HolderWatch watch;
  for (int cycle = 1; cycle <= kCycles; ++cycle) {
    SnapshotOf now = lists();
    if (cycle > 8) now.type(0x200, "dict", PythonKind::dict, 1);
    watch.observe(now.container(0x2000, cycle).made(), cycle);
  }
  EXPECT_THAT(watch.candidates().containers, IsEmpty());
}

// `x = x + [..]`: another list each time, in the same place.
TEST(HolderWatch, FindsWhatIsMadeAnewByItsPlace) {
  HolderWatch watch;
  for (int cycle = 1; cycle <= kCycles; ++cycle) {
    const std::uint64_t address = 0x2000 + 0x100 * static_cast<std::uint64_t>(cycle);
    watch.observe(lists().container(address, cycle).edge(0x500, 3, address).made(), cycle);
  }
  const HolderCandidates found = watch.candidates();
  EXPECT_THAT(found.containers, IsEmpty());
  ASSERT_EQ(found.slots.size(), 1U);
  EXPECT_EQ(found.slots[0].child, 0x2000U + 0x100 * kCycles);
  EXPECT_EQ(found.slots[0].series.grew(), kCycles - 1);
}

TEST(HolderWatch, PlaceWithVaryingContentsDoesNotGrow) {
  HolderWatch watch;
  for (int cycle = 1; cycle <= kCycles; ++cycle) {
    const std::uint64_t address = 0x2000 + 0x100 * static_cast<std::uint64_t>(cycle);
    watch.observe(lists().container(address, 5 + cycle % 3).edge(0x500, 3, address).made(), cycle);
  }
  EXPECT_THAT(watch.candidates().slots, IsEmpty());
}

TEST(HolderWatch, ContainerIsNotToldTwiceByItsPlace) {
  HolderWatch watch;
  for (int cycle = 1; cycle <= kCycles; ++cycle) {
    watch.observe(lists().container(0x2000, cycle).edge(0x500, 3, 0x2000).made(), cycle);
  }
  EXPECT_EQ(watch.candidates().containers.size(), 1U);
  EXPECT_THAT(watch.candidates().slots, IsEmpty());
}

TEST(HolderWatch, CacheWrapperSpeaksForItsDictAndSaysItsBound) {
  HolderWatch watch;
  for (int cycle = 1; cycle <= kCycles; ++cycle) {
    watch.observe(SnapshotOf()
                      .type(0x100, "dict", PythonKind::dict, 1)
                      .container(0x1000, cycle)
                      .type(0x200, "functools._lru_cache_wrapper", PythonKind::lru, 1)
                      .container(0x2000, cycle)
                      .bound(0x2000, 128)
                      .edge(0x2000, 0, 0x1000)
                      .made(),
                  cycle);
  }
  const HolderCandidates found = watch.candidates();
  ASSERT_THAT(found.containers, ElementsAre(Field(&GrowingContainer::address, 0x2000)));
  EXPECT_EQ(found.containers[0].bound, 128);
}

TEST(HolderWatch, FindsTypesThatGrow) {
  HolderWatch watch;
  for (int cycle = 1; cycle <= kCycles; ++cycle) {
    watch.observe(SnapshotOf()
                      .type(0x100, "app.Node", PythonKind::plain, 2 * cycle)
                      .type(0x200, "app.Pool", PythonKind::plain, 7)
                      .made(),
                  cycle);
  }
  EXPECT_THAT(watch.candidates().types, ElementsAre(Field(&GrowingType::type, "app.Node")));
}

}  // namespace
}  // namespace ttsoak
