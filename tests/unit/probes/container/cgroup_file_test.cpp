#include "probes/container/cgroup_file.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

TEST(CgroupFile, KeyIsAWholeWord) {
  const char* const text = "total_rss 7\nrss 5\nrss_huge 3\n";

  EXPECT_EQ(keyed_number(text, "rss"), 5);
  EXPECT_EQ(keyed_number(text, "huge"), std::nullopt);
  EXPECT_EQ(keyed_number("rss", "rss"), std::nullopt);
}

TEST(CgroupFile, PressureIsTheShareOfTenSecondsInWhichSomeWaited) {
  EXPECT_EQ(some_avg10("some avg10=1.53 avg60=0.10 avg300=0.00 total=9\nfull avg10=9.00\n"), 1.53);
  EXPECT_EQ(some_avg10("full avg10=9.00 avg60=0.10\n"), std::nullopt);
  EXPECT_EQ(some_avg10("some avg10=nan"), std::nullopt);
  EXPECT_EQ(some_avg10(""), std::nullopt);
}

}  // namespace
}  // namespace ttsoak
