#include "probes/allocator/filled.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace ttsoak {
namespace {

using namespace blackbox;

std::string library_of(std::uint32_t stack) { return "/lib/" + std::to_string(stack) + ".so"; }

class WhoFilled : public testing::Test {
 protected:
  void note(std::uint64_t granule, std::uint32_t stack, std::uint32_t pages) {
    auto* const table = box_.table<Occupant>(box_.header().occupants);
    table[occupant_index(granule, box_.header().occupants.capacity)] = {
        static_cast<std::uint32_t>(granule), stack, 3, pages};
  }
  std::vector<RetentionShare> shares(const std::vector<FreePages>& free_pages) {
    const auto path = directory_.path() / "1-1.blackbox";
    box_.save(path);
    return who_filled(BoxFile::open(path).value(), free_pages, library_of).value();
  }

  TemporaryDirectory directory_;
  SyntheticBox box_{{.occupants = 4096}};
};

TEST_F(WhoFilled, LastOccupantsOfFreePagesAreNamedAndTheRestIsNobodys) {
  constexpr std::uint64_t kFirst = 0x7f0000000000 / kGranuleBytes;
  std::uint64_t noted = 0;
  for (std::uint64_t i = 0; i < 100; ++i) note(kFirst + i, i < 75 ? 1 : 2, 4);
  for (std::uint64_t i = 0; i < 100; ++i) {
    // Two granules may have one place in the table; the later one has it.
    const auto* const table = box_.table<Occupant>(box_.header().occupants);
    const Occupant& one = table[occupant_index(kFirst + i, 4096)];
    noted += one.granule == static_cast<std::uint32_t>(kFirst + i) ? 1U : 0U;
  }
  ASSERT_GT(noted, 90U);
  const auto all = shares({{kFirst * kGranuleBytes, (kFirst + 125) * kGranuleBytes}});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].stack, 1);
  EXPECT_EQ(all[0].library, "/lib/1.so");
  EXPECT_NEAR(all[0].share, 0.6, 0.05);
  EXPECT_EQ(all[0].block_bytes_low, 16384);
  EXPECT_NEAR(all[0].share + all[1].share + all[2].share, 1, 1e-9);
  const RetentionShare& nobodys = all[1].stack == -1 ? all[1] : all[2];
  EXPECT_NEAR(nobodys.share, 1 - static_cast<double>(noted) / 125, 1e-9);
}

TEST_F(WhoFilled, OccupantOfAnotherGranuleDoesNotCount) {
  note(1000, 1, 4);
  const auto all =
      shares({{kGranuleBytes * (1000ULL + (1ULL << 31)), kGranuleBytes * ((1ULL << 31) + 1100)}});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].stack, -1);
  EXPECT_DOUBLE_EQ(all[0].share, 1);
}

TEST_F(WhoFilled, NothingFreeIsNobodysDoing) { EXPECT_TRUE(shares({}).empty()); }

}  // namespace
}  // namespace ttsoak
