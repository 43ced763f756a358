#include "reports/record/latency_histogram.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "gtest/gtest.h"

namespace ttsoak {
namespace {

TEST(LatencyHistogram, IsWithinHalfAPercentOfTheExactPercentile) {
  std::mt19937_64 random(7);
  std::lognormal_distribution<double> latency_us(12.0, 2.0);
  LatencyHistogram histogram;
  std::vector<std::int64_t> values(100000);
  for (std::int64_t& value : values) {
    value = static_cast<std::int64_t>(latency_us(random));
    histogram.add(value);
  }
  std::sort(values.begin(), values.end());

  for (const double share : {0.001, 0.5, 0.9, 0.95, 0.99, 0.9999}) {
    const auto rank = static_cast<std::size_t>(std::lround(share * 100000));
    const auto exact = static_cast<double>(values[rank - 1]);
    EXPECT_NEAR(histogram.quantile(share), exact, exact * 0.005) << share;
  }
  EXPECT_EQ(histogram.percentiles(1)->max, static_cast<double>(values.back()));
}

TEST(LatencyHistogram, SmallValuesAreExact) {
  LatencyHistogram histogram;
  for (int value = 1; value <= 255; ++value) histogram.add(value);

  EXPECT_EQ(histogram.quantile(100.0 / 255), 100);
}

TEST(LatencyHistogram, NoPercentileExceedsTheLargestValue) {
  LatencyHistogram histogram;
  histogram.add(1000000);

  EXPECT_EQ(histogram.percentiles(1)->max, 1000000);
  EXPECT_LE(histogram.percentiles(1)->p99, 1000000);
}

TEST(LatencyHistogram, TakesAnyInteger) {
  LatencyHistogram histogram;
  histogram.add(-5);
  histogram.add(std::numeric_limits<std::int64_t>::max());

  EXPECT_EQ(histogram.quantile(0), 0);
  EXPECT_EQ(histogram.quantile(1), static_cast<double>(std::numeric_limits<std::int64_t>::max()));
}

TEST(LatencyHistogram, EmptyHasNoPercentiles) {
  EXPECT_FALSE(LatencyHistogram().percentiles(1000).has_value());
}

}  // namespace
}  // namespace ttsoak
