#include "harness/run/tree_rss_log.h"

#include <gtest/gtest.h>

namespace ttsoak {
namespace {

TEST(TreeRssLog, ASpanHoldsTheExtremesSinceATime) {
  TreeRssLog log;
  for (int i = 0; i < 10; ++i) log.add(RunTime(i), 1000 - i * 10);
  const RssSpan span = log.since(RunTime(7));
  EXPECT_EQ(span.samples, 3);
  EXPECT_EQ(span.low_bytes, 910);
  EXPECT_EQ(span.high_bytes, 930);
}

TEST(TreeRssLog, ThePeakOutlivesTheSamples) {
  TreeRssLog log;
  log.add(RunTime(0), 5000);
  for (int i = 1; i < 100000; ++i) log.add(RunTime(i), 10);
  EXPECT_EQ(log.peak_bytes(), 5000);
  EXPECT_EQ(log.latest_bytes(), 10);
  EXPECT_LT(log.since(RunTime(0)).samples, 10000) << "the log is bounded";
}

TEST(TreeRssLog, AnEmptySpanHasNoSamples) {
  TreeRssLog log;
  log.add(RunTime(1), 10);
  EXPECT_EQ(log.since(RunTime(2)).samples, 0);
}

}  // namespace
}  // namespace ttsoak
