#include "reports/cause/stack_trend.h"

#include "gtest/gtest.h"
#include "probes/base/result.h"
#include "reports/calibration/traces.h"

namespace ttsoak {
namespace {

constexpr int kRequests = 25;

TroughSeries series_of(const std::vector<double>& bytes) {
  TroughSeries series;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    series.requests.push_back(static_cast<double>(i + 1) * kRequests);
    series.bytes.push_back(bytes[i]);
    series.lifetime.push_back(0);
  }
  return series;
}

StackTrend fit(const std::vector<double>& bytes, const std::vector<double>& variance = {}) {
  const auto trend = fit_stack(
      series_of(bytes), variance.empty() ? std::vector<double>(bytes.size(), 0.0) : variance);
  if (!trend) abort_with("the series cannot be fitted");
  return *trend;
}

// Rises by `size` at each of `rises`.
std::vector<double> staircase(int cycles, const std::vector<int>& rises, double size) {
  std::vector<double> bytes(static_cast<std::size_t>(cycles), 0.0);
  for (const int rise : rises) {
    for (int i = rise; i < cycles; ++i) bytes[static_cast<std::size_t>(i)] += size;
  }
  return bytes;
}

TEST(StackTrend, AnExactSteadyLeakIsKnownExactly) {
  std::vector<double> bytes;
  bytes.reserve(40);
  for (int i = 0; i < 40; ++i) bytes.push_back(1e6 + 1000.0 * kRequests * i);

  const StackTrend trend = fit(bytes);

  EXPECT_NEAR(trend.rate.mean, 1000, 1);
  EXPECT_LT(trend.rate.half_width(), 1);
  EXPECT_LT(trend.p_value, 1e-9);
}

TEST(StackTrend, ThreeSamplesThatStayAreNotCertain) {
  const auto bytes = staircase(40, {12, 22, 33}, 65536);
  std::vector<double> variance;
  variance.reserve(bytes.size());
  for (const double held : bytes) variance.push_back(held * 65536);

  const StackTrend trend = fit(bytes, variance);

  EXPECT_GT(trend.rate.mean, 0);
  EXPECT_LT(trend.rate.lower95, 0);
  EXPECT_GT(trend.p_value, 0.01);
}

TEST(StackTrend, NeitherAreThreeRisesThatAreKnownExactly) {
  const StackTrend trend = fit(staircase(40, {12, 22, 33}, 8e6));

  EXPECT_LT(trend.rate.lower95, 0);
  EXPECT_GT(trend.p_value, 0.01);
}

TEST(StackTrend, SamplesThatComeAndGoAreNotCountedTwice) {
  // Forty samples at every trough, other ones each time: only their scatter tells of the slope.
  Dice dice(4);
  std::vector<double> bytes;
  std::vector<double> variance;
  for (int i = 0; i < 40; ++i) {
    bytes.push_back(65536 * (40 + 2.0 * i) + dice.normal(65536));
    variance.push_back(65536.0 * 65536 * 40);
  }

  const StackTrend with = fit(bytes, variance);
  const StackTrend without = fit(bytes);

  EXPECT_DOUBLE_EQ(with.rate.half_width(), without.rate.half_width());
  EXPECT_LT(with.p_value, 1e-6);
}

TEST(StackTrend, WarmUpIsNoGrowth) {
  std::vector<double> bytes(40, 5e7);
  bytes[0] = 1e6;
  bytes[1] = 2e7;
  bytes[5] = 4e7;

  EXPECT_EQ(fit(bytes).p_value, 1);
  EXPECT_EQ(fit(bytes).rate.mean, 0);
}

TEST(StackTrend, NeedsTenCycles) {
  const std::vector<double> nine{1, 2, 3, 4, 5, 6, 7, 8, 9};
  EXPECT_FALSE(fit_stack(series_of(nine), nine));
  const std::vector<double> ten{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_TRUE(fit_stack(series_of(ten), ten));
  EXPECT_FALSE(fit_stack({}, {}));
}

}  // namespace
}  // namespace ttsoak
