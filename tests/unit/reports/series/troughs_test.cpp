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

HeapTrough heap(int number, std::int64_t tracer_bytes, std::int64_t live_bytes = 0) {
  HeapTrough trough;
  trough.cycle = number;
  trough.tracer_bytes = tracer_bytes;
  trough.live_bytes = live_bytes;
  return trough;
}

TEST(RssTroughs, WhatTheTracerTakesIsNotTheServers) {
  const TroughSeries series =
      rss_troughs({cycle(1, 25, 100), cycle(2, 25, 110)}, {heap(0, 1), heap(1, 10), heap(2, 20)});
  EXPECT_EQ(series.bytes, (std::vector<double>{90, 90}));
}

TEST(RssTroughs, AMissingFigureOfTheTracerIsTheOneBeforeAndNotZero) {
  const TroughSeries series =
      rss_troughs({cycle(1, 25, 100), cycle(2, 25, 100), cycle(3, 25, 100), cycle(4, 25, 100)},
                  {heap(2, 10), heap(4, 20)});
  EXPECT_EQ(series.bytes, (std::vector<double>{90, 90, 90, 80}));
}

TEST(LiveHeapTroughs, AreThoseOfFinishedCyclesThatWereRead) {
  const TroughSeries series =
      live_heap_troughs({cycle(1, 25, 100), cycle(2, 25, 110), cycle(3, 25, 110)},
                        {heap(0, 1, 7), heap(1, 1, 8), heap(3, 1, 9), heap(4, 1, 10)});
  EXPECT_EQ(series.requests, (std::vector<double>{25, 75}));
  EXPECT_EQ(series.bytes, (std::vector<double>{8, 9}));
}

TEST(RssTroughs, NoCyclesAreAnEmptySeries) { EXPECT_TRUE(rss_troughs({}).requests.empty()); }

}  // namespace
}  // namespace ttsoak
