#include "probes/allocator/mapping_split.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/allocator/own_pages.h"

namespace ttsoak {
namespace {

constexpr std::int64_t kPage = 4096;

SmapsMapping mapping(std::uint64_t start, std::uint64_t end, const char* permissions,
                     const char* name, std::int64_t rss_bytes) {
  return {start, end, permissions, name, rss_bytes};
}

MappingSplit split(const std::vector<SmapsMapping>& mappings,
                   std::vector<ClaimedRange> claims = {}) {
  auto result = split_mappings(mappings, std::move(claims), OwnPages::map());
  if (!result.ok()) abort_with(result.error().message.c_str());
  return std::move(result).value();
}

std::int64_t claimed(const MappingSplit& split, Claim claim) {
  return split.claimed_bytes[static_cast<std::size_t>(claim)];
}

TEST(MappingSplit, NamesAndNeighboursTellWhatItIs) {
  const MappingSplit all = split({
      mapping(0x1000, 0x3000, "rw-p", "/usr/lib/libx.so", 8192),
      mapping(0x3000, 0x5000, "rw-p", "", 4096),  // its .bss
      mapping(0x5000, 0x6000, "rw-p", "", 4096),  // nobody's
      mapping(0x8000, 0x9000, "rw-p", "/opt/libttsoak_tracer.so", 4096),
      mapping(0x9000, 0xa000, "rw-p", "", 4096),
      mapping(0xb000, 0xc000, "rw-s", "/tmp/x/7-1.blackbox", 4096),
      mapping(0x10000, 0x11000, "---p", "", 0),
      mapping(0x11000, 0x19000, "rw-p", "", 12288),  // a thread's stack
      mapping(0x20000, 0x21000, "rw-s", "/dev/shm/x", 4096),
      mapping(0x22000, 0x23000, "rw-s", "/memfd:y (deleted)", 4096),
      mapping(0x30000, 0x39000, "rw-p", "[stack]", 4096),
      mapping(0x40000, 0x41000, "r-xp", "[vdso]", 4096),
  });
  EXPECT_EQ(all.file_bytes, 16384);
  EXPECT_EQ(all.tracer_bytes, 12288);
  EXPECT_EQ(all.stack_bytes, 16384);
  EXPECT_EQ(all.shmem_bytes, 8192);
  EXPECT_EQ(all.anonymous_bytes, 4096);
  EXPECT_EQ(all.rss_bytes, 16384 + 12288 + 16384 + 8192 + 4096);
}

TEST(MappingSplit, ClaimOfTheFormerKindWinsAndPagesSayHowMuch) {
  const OwnPages pages(10);
  pages.touch(0, 4);
  pages.touch(8, 2);
  const MappingSplit all = split({mapping(pages.at(0), pages.at(10), "rw-p", "", 6 * kPage)},
                                 {{pages.at(1), pages.at(9), Claim::program},
                                  {pages.at(2), pages.at(3), Claim::heap},
                                  {pages.at(0), pages.at(2), Claim::python}});
  EXPECT_EQ(claimed(all, Claim::heap), kPage);
  EXPECT_EQ(claimed(all, Claim::python), 2 * kPage);
  EXPECT_EQ(claimed(all, Claim::program), 2 * kPage);
  EXPECT_EQ(all.anonymous_bytes, kPage);
  ASSERT_EQ(all.python.size(), 1U);
  EXPECT_EQ(all.python[0].end, pages.at(2));
}

TEST(MappingSplit, PartsAddUpWhateverTheClaims) {
  const OwnPages pages(8);
  pages.touch(0, 8);
  // The kernel's figure and its pages need not agree: memory that was only read is in no RSS.
  const MappingSplit all = split({mapping(pages.at(0), pages.at(8), "rw-p", "", 3 * kPage)},
                                 {{pages.at(2), pages.at(7), Claim::mapped_block}});
  EXPECT_EQ(claimed(all, Claim::mapped_block), 5 * kPage);
  EXPECT_EQ(all.anonymous_bytes, -2 * kPage);
}

}  // namespace
}  // namespace ttsoak
