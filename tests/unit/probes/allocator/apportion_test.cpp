#include "probes/allocator/apportion.h"

#include <cmath>
#include <random>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

std::string library_of(std::uint32_t stack) { return stack < 100 ? "/lib/a.so" : "/lib/b.so"; }

std::vector<ScoredSample> samples(std::uint32_t stack, int count, double score,
                                  std::uint64_t block_bytes = 112, double chance = 0.1) {
  return std::vector<ScoredSample>(static_cast<std::size_t>(count),
                                   {stack, block_bytes, chance, score});
}

void append(std::vector<ScoredSample>& to, const std::vector<ScoredSample>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

double sum_of_shares(const std::vector<RetentionShare>& shares) {
  double sum = 0;
  for (const RetentionShare& share : shares) sum += share.share;
  return sum;
}

TEST(SizeClass, IsExactBelowAKibAndAQuarterOfAnOctaveAbove) {
  EXPECT_NE(size_class(112), size_class(128));
  EXPECT_NE(size_class(1008), size_class(1024));
  EXPECT_EQ(size_class(1024), size_class(1264));
  EXPECT_NE(size_class(1264), size_class(1280));
  EXPECT_GT(size_class(1 << 20), size_class((1 << 20) - 16));
}

TEST(Apportion, ClassTotalsAreSharedOutBySamples) {
  Charges charges;
  charges.by_class[size_class(112)] = 8000;
  charges.by_class[size_class(4096)] = 2000;
  std::vector<ScoredSample> all = samples(1, 30, 40);
  append(all, samples(2, 10, 40));
  append(all, samples(3, 20, 70, 4096));
  const auto shares = apportion(RetentionRole::pins, charges, all, library_of);
  ASSERT_EQ(shares.size(), 3U);
  EXPECT_EQ(shares[0].stack, 1);
  EXPECT_DOUBLE_EQ(shares[0].bytes, 6000);
  EXPECT_DOUBLE_EQ(shares[0].share, 0.6);
  EXPECT_EQ(shares[0].samples, 30);
  EXPECT_EQ(shares[0].library, "/lib/a.so");
  EXPECT_EQ(shares[0].block_bytes_low, 112);
  EXPECT_DOUBLE_EQ(sum_of_shares(shares), 1);
}

TEST(Apportion, FewSamplesNameALibraryAndFewerNobody) {
  Charges charges;
  charges.by_class[size_class(112)] = 1000;
  charges.unattributed = 500;
  std::vector<ScoredSample> all;
  for (std::uint32_t stack = 1; stack <= 5; ++stack) append(all, samples(stack, 4, 40));
  append(all, samples(200, 5, 40));
  const auto shares = apportion(RetentionRole::pins, charges, all, library_of);
  ASSERT_EQ(shares.size(), 2U);
  EXPECT_EQ(shares[0].stack, -1);
  EXPECT_EQ(shares[0].library, "/lib/a.so");
  EXPECT_DOUBLE_EQ(shares[0].bytes, 800);
  EXPECT_EQ(shares[1].stack, -1);
  EXPECT_EQ(shares[1].library, "");
  EXPECT_DOUBLE_EQ(shares[1].bytes, 700);
  EXPECT_DOUBLE_EQ(sum_of_shares(shares), 1);
}

TEST(Apportion, NothingChargedIsNobodysAndNotADivisionByZero) {
  EXPECT_TRUE(apportion(RetentionRole::pins, {}, samples(1, 20, 0), library_of).empty());
  Charges unseen;
  unseen.by_class[3] = 100;
  const auto shares = apportion(RetentionRole::pins, unseen, {}, library_of);
  ASSERT_EQ(shares.size(), 1U);
  EXPECT_EQ(shares[0].stack, -1);
  EXPECT_DOUBLE_EQ(shares[0].share, 1);
}

// 2,000 samplings of a heap with two stacks in one class of sizes. That the true share lies in the
// interval in 85 % of them or more is, at 90 %, seven standard deviations away from chance.
TEST(Apportion, IntervalsHoldTheTruthAsOftenAsTheySay) {
  constexpr int kRuns = 2000;
  constexpr double kChance = 0.05;
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform;
  std::vector<ScoredSample> heap;
  double truth = 0, total = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::uint32_t stack = i % 10 < 3 ? 1 : 2;
    const double score = 1 + 200 * uniform(random);
    heap.push_back({stack, 112, kChance, score});
    total += score;
    if (stack == 1) truth += score;
  }
  truth /= total;
  Charges charges;
  charges.by_class[size_class(112)] = total;
  int held = 0;
  double sum = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<ScoredSample> seen;
    for (const ScoredSample& block : heap) {
      if (uniform(random) < kChance) seen.push_back(block);
    }
    for (const RetentionShare& share : apportion(RetentionRole::pins, charges, seen, library_of)) {
      if (share.stack != 1) continue;
      held += share.share_low <= truth && truth <= share.share_high ? 1 : 0;
      sum += share.share;
    }
  }
  EXPECT_GT(held, kRuns * 85 / 100);
  EXPECT_LT(held, kRuns * 95 / 100);
  EXPECT_NEAR(sum / kRuns, truth, 0.02);
}

TEST(WilsonInterval, StaysHonestAtTheEndsOfTheScale) {
  EXPECT_LT(wilson_interval(1, 10).low, 0.85);
  EXPECT_DOUBLE_EQ(wilson_interval(1, 10).high, 1);
  EXPECT_GT(wilson_interval(0, 10).high, 0.15);
  EXPECT_DOUBLE_EQ(wilson_interval(0.5, 0).low, 0);
  EXPECT_NEAR(wilson_interval(0.5, 1e6).high, 0.5, 0.001);
}

}  // namespace
}  // namespace ttsoak
