#include "probes/inventory/item_tally.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Field;
using ::testing::Not;

auto named(const std::string& name) { return Field(&InventoryItem::name, name); }

TEST(ItemTally, ThingsOfOneNameAreSummedPerProcessAndKind) {
  ItemTally tally;
  tally.add(0, InventoryKind::socket, "udp", 10);
  tally.add(0, InventoryKind::socket, "udp", 20);
  tally.add(1, InventoryKind::socket, "udp", 5);
  NamesBefore before;
  const auto items = tally.items(before);

  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].count, 2);
  EXPECT_EQ(items[0].bytes, 30);
  EXPECT_EQ(items[1].process, 1);
  EXPECT_EQ(items[1].count, 1);
}

TEST(ItemTally, WhatIsRareAmongManyIsSummedUpAsOthers) {
  ItemTally tally;
  for (char first = 'a'; first <= 'z'; ++first) {
    for (const char second : {'a', 'b', 'c'}) {
      tally.add(0, InventoryKind::open_file, {first, second}, 2);
    }
  }
  tally.add(0, InventoryKind::open_file, "zz", 0, 1000);
  NamesBefore before;
  const auto items = tally.items(before);

  EXPECT_EQ(items.size(), 51U);
  EXPECT_THAT(items, Contains(AllOf(named("zz"), Field(&InventoryItem::count, 1000))));
  EXPECT_THAT(items, Contains(AllOf(named("others"), Field(&InventoryItem::count, 78 - 49),
                                    Field(&InventoryItem::bytes, 2 * (78 - 49)))));
}

TEST(ItemTally, WhoWasNamedOnceStaysNamed) {
  NamesBefore before;
  ItemTally first;
  first.add(0, InventoryKind::thread, "quiet");
  (void)first.items(before);
  ItemTally second;
  second.add(0, InventoryKind::thread, "quiet");
  for (int i = 0; i < 100; ++i) second.add(0, InventoryKind::thread, std::to_string(i), 0, 2);

  EXPECT_THAT(second.items(before), Contains(named("quiet")));
  NamesBefore nothing;
  EXPECT_THAT(second.items(nothing), Not(Contains(named("quiet"))));
}

TEST(ItemTally, NamesOfProcessesThatHaveEndedAreForgotten) {
  NamesBefore before;
  before.add({0, InventoryKind::thread}, "a");
  before.add({1, InventoryKind::thread}, "a");
  before.add({-1, InventoryKind::temp_file}, "a");
  before.keep({1});

  EXPECT_FALSE(before.contains({0, InventoryKind::thread}, "a"));
  EXPECT_TRUE(before.contains({1, InventoryKind::thread}, "a"));
  EXPECT_TRUE(before.contains({-1, InventoryKind::temp_file}, "a"));
}

}  // namespace
}  // namespace ttsoak
