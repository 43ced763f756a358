#include "reports/series/troughs.h"

#include <gtest/gtest.h>

namespace ttsoak {
namespace {

CycleMark cycle(int number, std::int64_t requests, std::int64_t trough) {
  CycleMark mark;
  mark.cycle = number;
  mark.requests = requests;
  mark.trough_rss_bytes = trough;
  return mark;
}

TEST(RssTroughs, RequestsAddUpOverTheCycles) {
  const TroughSeries series = rss_troughs({cycle(1, 25, 100), cycle(2, 25, 110)});
  EXPECT_EQ(series.requests, (std::vector<double>{25, 50}));
  EXPECT_EQ(series.bytes, (std::vector<double>{100, 110}));
  EXPECT_EQ(series.lifetime, (std::vector<int>{0, 0}));
}

TEST(RssTroughs, NoCyclesAreAnEmptySeries) { EXPECT_TRUE(rss_troughs({}).requests.empty()); }

}  // namespace
}  // namespace ttsoak
