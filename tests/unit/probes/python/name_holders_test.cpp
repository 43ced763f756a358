#include "probes/python/name_holders.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

GrowthSeries grown(std::int64_t each) {
  GrowthSeries series(1, each);
  for (int cycle = 2; cycle <= 11; ++cycle) series.add(cycle, each * cycle);
  return series;
}

HolderCandidates candidates() {
  return {{{0x1000, "dict", grown(2), -1}, {0x2000, "collections.deque", grown(3), 100}},
          {{0x3000, "bytes", grown(10)}},
          {{0x4000, "app.Node", grown(1)}}};
}

TEST(NameHolders, CodeAsksForTheCandidates) {
  const std::string code = naming_code_for(candidates());
  EXPECT_THAT(code, HasSubstr("wanted = [4096,8192,]"));
  EXPECT_THAT(code, HasSubstr("slots = [12288,]"));
  EXPECT_THAT(code, HasSubstr("types = [16384,]"));
}

TEST(NameHolders, PutsNamesAndFiguresTogether) {
  const auto holders = parse_names(
      "container\t1\t0\tapp.recent\t100.0\tlist, 92 B\n"
      "slot\t0\t0\tapp.joined\t1.0\tbytes\n"
      "type\t0\t0\tapp.chain.next x9\t48\t\n"
      "container\t0\t0\tapp.service.writers\t-1\t",
      candidates(), 4);
  ASSERT_TRUE(holders.ok()) << holders.error().message;
  ASSERT_EQ(holders.value().size(), 4U);
  const PythonHolder& first = holders.value()[0];
  EXPECT_EQ(first.path, "app.recent");
  EXPECT_EQ(first.type, "collections.deque");
  EXPECT_EQ(first.process, 4);
  EXPECT_EQ(first.bound, 100);
  EXPECT_EQ(first.first_length, 3);
  EXPECT_EQ(first.last_length, 33);
  EXPECT_EQ(first.looks, 11);
  EXPECT_EQ(first.grew, 10);
  EXPECT_DOUBLE_EQ(first.bytes_per_cycle, 300);
  EXPECT_EQ(first.newest, "list, 92 B");
  const PythonHolder& last = holders.value()[3];
  EXPECT_EQ(last.path, "app.service.writers");
  EXPECT_EQ(last.bytes_per_cycle, -1);
}

TEST(NameHolders, WeakContainersAreLeftOut) {
  const auto holders = parse_names("container\t0\t1\tapp.alive\t8\tReferenceType", candidates(), 0);
  ASSERT_TRUE(holders.ok());
  EXPECT_THAT(holders.value(), IsEmpty());
}

TEST(NameHolders, NumbersOutOfRangeAreLeftOut) {
  const auto holders = parse_names("container\t7\t0\tapp.x\t8\t", candidates(), 0);
  ASSERT_TRUE(holders.ok());
  EXPECT_THAT(holders.value(), IsEmpty());
}

TEST(NameHolders, FailureOfTheCodeIsTold) {
  const auto holders = parse_names("failed\tKeyError 'os' at line 3", candidates(), 0);
  ASSERT_FALSE(holders.ok());
  EXPECT_THAT(holders.error().message, HasSubstr("KeyError"));
}

}  // namespace
}  // namespace ttsoak
