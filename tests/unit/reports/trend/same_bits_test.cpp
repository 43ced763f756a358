// The same record has the same verdict on every machine, bit for bit. A digest of verdicts on
// series of whole numbers is pinned here: it changes where the procedure does, and then for
// everybody.
#include <bit>
#include <cstdint>

#include "gmock/gmock.h"
#include "reports/trend/growth_of_both.h"

namespace ttsoak {
namespace {

// FNV-1a, by Fowler, Noll and Vo.
class Digest {
 public:
  void add(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8) {
      digest_ = (digest_ ^ ((bits >> shift) & 0xFF)) * 0x100000001b3;
    }
  }
  void add(const Growth& growth) {
    add(static_cast<double>(growth.decision));
    for (const double figure :
         {growth.rate, growth.lower95, growth.upper95, growth.chance_over_budget}) {
      add(figure);
    }
    for (const double bytes : growth.fit_upper_bytes) add(bytes);
  }
  [[nodiscard]] std::uint64_t value() const { return digest_; }

 private:
  std::uint64_t digest_ = 0xcbf29ce484222325;
};

// A warm-up, a slope and noise in whole numbers: no function of the C library is in it.
TroughSeries whole_numbers(int cycles, int slope, std::uint32_t seed) {
  TroughSeries series;
  for (int i = 1; i <= cycles; ++i) {
    seed = seed * 1664525 + 1013904223;
    series.requests.push_back(25 * i);
    series.bytes.push_back(800'000'000.0 - 90'000'000 / (i + 3) + slope * 25 * i +
                           (seed >> 24) * 16384);
    series.lifetime.push_back(2 * i > cycles ? 1 : 0);
  }
  return series;
}

TEST(Verdict, HasTheSameBitsOnEveryMachine) {
  Digest digest;
  for (const int cycles : {40, 57, 160, 300}) {
    for (const int slope : {0, 12000, 40000}) {
      const TroughSeries rss = whole_numbers(cycles, slope, 7);
      TroughSeries live = whole_numbers(cycles, slope, 11);
      for (double& bytes : live.bytes) bytes /= 4;
      const GrowthOfBoth growth = judge_growth_of_both(rss, live, 10240, 10240, {});
      digest.add(growth.rss);
      digest.add(*growth.live);
    }
  }
  EXPECT_EQ(digest.value(), 0xf1ada57e6a96498dU);
}

}  // namespace
}  // namespace ttsoak
