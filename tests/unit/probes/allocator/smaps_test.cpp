#include "probes/allocator/smaps.h"

#include <unistd.h>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;

constexpr const char* kText =
    "55a97fd37000-55a97fd39000 r-xp 00002000 fe:00 247026      /opt/my server (deleted)\n"
    "Size:                  8 kB\n"
    "Rss:                   4 kB\n"
    "VmFlags: rd ex mr mw me \n"
    "55a9800000ff-55a980021000 rw-p 00000000 00:00 0           [heap]\n"
    "Rss:                 132 kB\n"
    "7f0000000000-7f0000010000 rw-p 00000000 00:00 0 \n"
    "Rss:                  64 kB\n"
    "7f0000010000-7f0000020000 rw-s 00000000 00:01 12          /dev/zero (deleted)\n"
    "Rss:                   0 kB\n";

TEST(Smaps, RangesNamesAndRssAreThoseOfTheKernel) {
  const auto mappings = parse_smaps(kText);
  ASSERT_TRUE(mappings.ok()) << mappings.error().message;
  ASSERT_EQ(mappings.value().size(), 4U);
  const SmapsMapping& program = mappings.value()[0];
  EXPECT_EQ(program.start, 0x55a97fd37000U);
  EXPECT_EQ(program.end, 0x55a97fd39000U);
  EXPECT_EQ(program.permissions, "r-xp");
  EXPECT_EQ(program.name, "/opt/my server (deleted)");
  EXPECT_EQ(program.rss_bytes, 4096);
  EXPECT_FALSE(program.is_anonymous());
  EXPECT_TRUE(mappings.value()[1].is_anonymous());
  EXPECT_TRUE(mappings.value()[2].is_anonymous());
  EXPECT_EQ(mappings.value()[2].name, "");
  EXPECT_FALSE(mappings.value()[3].is_anonymous());
}

TEST(Smaps, MappingThatComesTwiceCountsOnce) {
  const auto mappings = parse_smaps(
      "1000-3000 rw-p 00000000 00:00 0 \nRss: 8 kB\n"
      "2000-4000 rw-p 00000000 00:00 0 \nRss: 4 kB\n"
      "4000-5000 rw-p 00000000 00:00 0 \nRss: 4 kB\n");
  ASSERT_TRUE(mappings.ok());
  ASSERT_EQ(mappings.value().size(), 2U);
  EXPECT_EQ(mappings.value()[0].rss_bytes, 8192);
  EXPECT_EQ(mappings.value()[1].start, 0x4000U);
}

TEST(Smaps, MissingOrOddRssIsAnErrorThatNamesIt) {
  for (const char* const text :
       {"1000-3000 rw-p 00000000 00:00 0 \n", "1000-3000 rw-p 00000000 00:00 0 \nRss: many kB\n",
        "1000-3000 rw-p 00000000 00:00 0 \n4000-5000 rw-p 00000000 00:00 0 \nRss: 4 kB\n"}) {
    const auto mappings = parse_smaps(text);
    ASSERT_FALSE(mappings.ok());
    EXPECT_THAT(mappings.error().message, HasSubstr("Rss"));
  }
}

TEST(Smaps, OwnProcessHasAStackAndAHeap) {
  const auto mappings = read_smaps(::getpid());
  ASSERT_TRUE(mappings.ok()) << mappings.error().message;
  std::int64_t rss_bytes = 0;
  bool has_stack = false;
  for (const SmapsMapping& mapping : mappings.value()) {
    rss_bytes += mapping.rss_bytes;
    has_stack = has_stack || mapping.name == "[stack]";
  }
  EXPECT_TRUE(has_stack);
  EXPECT_GT(rss_bytes, 1 << 20);
}

}  // namespace
}  // namespace ttsoak
