#include "probes/allocator/heap_account.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/allocator/own_pages.h"
#include "tests/unit/probes/allocator/walk_image.h"

namespace ttsoak {
namespace {

constexpr std::int64_t kPage = 4096;

HeapWalk parsed(const WalkImage& image) {
  auto walk = parse_heap_walk(image.bytes());
  if (!walk.ok()) abort_with(walk.error().message.c_str());
  return std::move(walk).value();
}

HeapFindings findings_of(const WalkImage& image) {
  auto findings = account_heap(parsed(image), OwnPages::map());
  if (!findings.ok()) abort_with(findings.error().message.c_str());
  return std::move(findings).value();
}

TEST(HeapAccount, LiveBlocksPinTheirPagesAndHolesAreFree) {
  const OwnPages pages(10);
  pages.touch(0, 10);
  WalkImage image;
  image.add_region(pages.at(0), pages.at(10), 1, 0,
                   {{1024, true}, {6 * 4096, false}, {1024, true}, {2 * 4096, true}});
  const HeapFindings findings = findings_of(image);
  EXPECT_EQ(findings.account.resident_bytes, 10 * kPage);
  EXPECT_EQ(findings.account.live_bytes, 2048 + 2 * kPage);
  EXPECT_EQ(findings.account.free_bytes, 5 * kPage);  // pages 1 to 5
  EXPECT_EQ(findings.account.top_bytes, kPage);       // page 9 of an arena that is not the main one
  EXPECT_EQ(findings.account.pinned_bytes, 4 * kPage - 2048 - 2 * kPage);
  ASSERT_EQ(findings.free_pages.size(), 2U);
  EXPECT_EQ(findings.free_pages[0].start, pages.at(1));
  EXPECT_EQ(findings.free_pages[0].end, pages.at(6));
}

TEST(HeapAccount, PagesThatAreNotInMemoryCountForNothing) {
  const OwnPages pages(10);
  pages.touch(0, 1);
  pages.touch(3, 1);
  pages.touch(6, 1);
  WalkImage image;
  image.add_region(pages.at(0), pages.at(8), 1, 0, {{1024, true}, {6 * 4096, false}, {7168, true}});
  const HeapFindings findings = findings_of(image);
  EXPECT_EQ(findings.account.resident_bytes, 3 * kPage);
  EXPECT_EQ(findings.account.free_bytes, kPage);
  EXPECT_EQ(findings.account.live_bytes, 1024 + 3072);
}

TEST(HeapAccount, MainArenasEndIsReturnedButForItsLeastBlock) {
  const OwnPages pages(10);
  pages.touch(0, 10);
  WalkImage image;
  image.add_region(pages.at(0), pages.at(10), 0, 0, {{4096, true}});
  const HeapAccount account = findings_of(image).account;
  EXPECT_EQ(account.free_bytes, 8 * kPage);
  EXPECT_EQ(account.top_bytes, kPage);
  EXPECT_EQ(account.pinned_bytes, 0);
}

TEST(HeapAccount, FastbinsAreMergedAsATrimWouldAndThreadCachesAreNot) {
  const OwnPages pages(10);
  pages.touch(0, 10);
  WalkImage image;
  image.add_region(pages.at(0), pages.at(10), 1, 0,
                   {{4096, true},
                    {2 * 4096, false},
                    {64, true},
                    {2 * 4096 - 64, false},
                    {64, true},
                    {2 * 4096 - 64, false},
                    {3 * 4096, true}});
  image.cached = {pages.at(3) | blackbox::kCachedByTrim, pages.at(5)};
  const HeapFindings findings = findings_of(image);
  // Pages 1 to 4 but for the header on 1, and 6; a cached block keeps page 5.
  EXPECT_EQ(findings.account.free_bytes, 4 * kPage);
  EXPECT_EQ(findings.account.live_bytes, 4 * kPage);
  EXPECT_EQ(findings.account.pinned_bytes, 2 * kPage);
  EXPECT_EQ(findings.scores.pinned_by_caches, 2.0 * kPage);
  EXPECT_GT(findings.scores.separated_by_caches, 0);
}

TEST(HeapAccount, FreeRestOfAPageIsChargedByBytesOnIt) {
  const OwnPages pages(4);
  pages.touch(0, 4);
  WalkImage image;
  image.add_region(pages.at(0), pages.at(4), 1, 0,
                   {{1024, true}, {1024, false}, {512, true}, {4 * 4096 - 2560, true}});
  const HeapFindings findings = findings_of(image);
  EXPECT_FLOAT_EQ(findings.scores.pinned[0], 1024.0F * 1024 / 3072);
  EXPECT_FLOAT_EQ(findings.scores.pinned[1], 0);
  EXPECT_FLOAT_EQ(findings.scores.pinned[2], 1024.0F * 512 / 3072);
  EXPECT_FLOAT_EQ(findings.scores.pinned[3], 1024.0F * 1536 / 3072);
}

TEST(HeapAccount, ThinRunsSeparateHolesAndThickOnesDoNot) {
  const OwnPages pages(64);
  pages.touch(0, 64);
  WalkImage image;
  image.add_region(pages.at(0), pages.at(64), 1, 0,
                   {{4096, true},
                    {8 * 4096, false},
                    {64, true},
                    {192, true},
                    {8 * 4096 - 256, false},
                    {20 * 4096, true},
                    {8 * 4096, false},
                    {4096, true}});
  const HeapFindings findings = findings_of(image);
  // The first page of a hole holds its header: 7 pages of each are returned.
  EXPECT_FLOAT_EQ(findings.scores.separated[0], 7 * 4096 / 2);
  EXPECT_FLOAT_EQ(findings.scores.separated[2], 7 * 4096 / 4);
  EXPECT_FLOAT_EQ(findings.scores.separated[3], 7 * 4096 * 3 / 4);
  EXPECT_FLOAT_EQ(findings.scores.separated[5], 0);
  EXPECT_DOUBLE_EQ(findings.scores.separated_by_bulk, 7 * 4096);
  EXPECT_FLOAT_EQ(findings.scores.separated[7], 7 * 4096 / 2);
}

}  // namespace
}  // namespace ttsoak
