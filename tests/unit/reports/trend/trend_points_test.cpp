#include "reports/trend/trend_points.h"

#include "gmock/gmock.h"
#include "reports/trend/window.h"

namespace ttsoak::trend {
namespace {

using testing::ElementsAre;

TroughSeries rising(const std::vector<int>& lifetime_cycles) {
  TroughSeries series;
  for (std::size_t life = 0; life < lifetime_cycles.size(); ++life) {
    for (int i = 0; i < lifetime_cycles[life]; ++i) {
      series.requests.push_back(10.0 * static_cast<double>(series.bytes.size() + 1));
      series.bytes.push_back(1000.0 * static_cast<double>(series.bytes.size()));
      series.lifetime.push_back(static_cast<int>(life) * 5);
    }
  }
  return series;
}

TEST(TrendPoints, AHundredAndSixtyCyclesStayAsTheyAre) {
  const TrendPoints points = make_points(rising({160}), 1000).value();

  ASSERT_EQ(points.x.size(), 160u);
  EXPECT_EQ(points.x.back(), 1);
  EXPECT_EQ(points.span_requests, 1600);
}

TEST(TrendPoints, MoreAreAveragedWithoutMovingALine) {
  const TrendPoints points = make_points(rising({1000}), 1000).value();

  ASSERT_LE(points.x.size(), 160u);
  const double rise = points.unit_bytes * (points.y[100] - points.y[10]);
  const double run = points.span_requests * (points.x[100] - points.x[10]);
  EXPECT_NEAR(rise / run, 100, 1e-6);
}

TEST(TrendPoints, LifetimesAreNeverAveragedTogether) {
  const TrendPoints points = make_points(rising({3, 500, 1, 200}), 1000).value();

  EXPECT_LE(points.x.size(), 160u);
  EXPECT_EQ(points.lifetimes(), 4);
  EXPECT_EQ(points.lifetime.front(), 0);
  EXPECT_EQ(points.lifetime[1], 1);  // 3 cycles of the first lifetime make one point
  EXPECT_NEAR(points.age[1] * points.span_requests, 10 * (1 + 5) / 2.0, 1e-6);
}

TEST(TrendPoints, MoreLifetimesThanPointsKeepOnePointEach) {
  EXPECT_EQ(make_points(rising(std::vector<int>(300, 2)), 1000).value().x.size(), 300u);
}

TEST(Spikes, OneFarOffValueIsReplacedAndTheStepBesideItIsNot) {
  const std::vector<double> bytes = {1, 2, 1, 2, 90, 1, 2, 1, 50, 51, 50, 51};

  EXPECT_THAT(without_spikes(bytes, std::vector<int>(12, 0)),
              ElementsAre(1, 2, 1, 2, 2, 1, 2, 1, 50, 51, 50, 51));
}

TEST(Spikes, TheEndsOfALifetimeAndShortLifetimesStay) {
  const std::vector<double> bytes = {9, 1, 2, 1, 2, 1, 2, 99, 1, 2, 99, 1, 2};
  const std::vector<int> lifetime = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1};

  EXPECT_EQ(without_spikes(bytes, lifetime), bytes);
}

TEST(Window, DropsAFifthOfARunAndHalfOfShortLifetimes) {
  const TrendPoints run = make_points(rising({40}), 1000).value();
  const TrendPoints restarted = make_points(rising({40, 8}), 1000).value();

  EXPECT_EQ(make_window(run, WindowKind::almost_all).size(), 39u);
  EXPECT_EQ(make_window(run, WindowKind::after_warmup).first_cycle, 8);
  EXPECT_EQ(make_window(run, WindowKind::second_half).first_cycle, 20);
  EXPECT_THAT(make_window(restarted, WindowKind::after_warmup).begin, ElementsAre(0, 31, 35));
}

TEST(Window, LifetimesWithOnePointLeftAreNoUse) {
  const TrendPoints points = make_points(rising(std::vector<int>(20, 2)), 1000).value();

  EXPECT_EQ(make_window(points, WindowKind::almost_all).size(), 0u);
  EXPECT_FALSE(make_window(points, WindowKind::almost_all).usable());
}

}  // namespace
}  // namespace ttsoak::trend
