#include "reports/verdict/check_rules.h"

#include <gmock/gmock.h>

#include "reports/record/latency_histogram.h"

namespace ttsoak {
namespace {

// Latencies of 1 to 1,000 ms, each once.
RunRecord record_with(ThresholdRule rule) {
  RunRecord record;
  record.header.thresholds.rules = {rule};
  record.totals.requests = 1000;
  record.totals.errors = 10;
  record.rss_peak_bytes = 1000;
  LatencyHistogram histogram;
  for (int ms = 1; ms <= 1000; ++ms) histogram.add(ms);
  record.totals.latency_ms = histogram.percentiles(1);
  return record;
}

VerdictStatus status(ThresholdMetric metric, Statistic statistic, int per_mille, Comparison how,
                     double limit) {
  return check_rules(record_with({metric, statistic, per_mille, how, limit, false})).at(0).status;
}

TEST(CheckRules, ComparesTheStatisticThatWasAskedFor) {
  const auto latency = [](Statistic statistic, double low, double high, int per_mille = 0) {
    const auto metric = ThresholdMetric::latency;
    EXPECT_EQ(status(metric, statistic, per_mille, Comparison::below, high), VerdictStatus::pass);
    EXPECT_EQ(status(metric, statistic, per_mille, Comparison::below, low), VerdictStatus::fail);
    EXPECT_EQ(status(metric, statistic, per_mille, Comparison::above, low), VerdictStatus::pass);
  };
  latency(Statistic::avg, 500, 501);
  latency(Statistic::min, 0.5, 1.5);
  latency(Statistic::med, 495, 505);
  latency(Statistic::max, 999.5, 1000.5);
  latency(Statistic::percentile, 745, 755, 750);
  latency(Statistic::percentile, 990, 1000, 995);
}

TEST(CheckRules, TheEdgeBelongsToAtMostAlone) {
  const auto rate = [](Comparison how) {
    return status(ThresholdMetric::error_rate, Statistic::rate, 0, how, 0.01);
  };
  EXPECT_EQ(rate(Comparison::below), VerdictStatus::fail);
  EXPECT_EQ(rate(Comparison::at_most), VerdictStatus::pass);
  EXPECT_EQ(rate(Comparison::above), VerdictStatus::fail);
  EXPECT_EQ(rate(Comparison::at_least), VerdictStatus::pass);
}

TEST(CheckRules, WithoutAFigureNothingIsMet) {
  const auto results = check_rules(
      record_with({ThresholdMetric::ttfb, Statistic::max, 0, Comparison::below, 1e9, false}));

  EXPECT_EQ(results.at(0).status, VerdictStatus::inconclusive);
  EXPECT_EQ(results.at(0).measured, "no request succeeded");
}

TEST(CheckRules, SayWhatWasAskedInWords) {
  const auto results = check_rules(record_with(
      {ThresholdMetric::latency, Statistic::percentile, 950, Comparison::below, 800, false}));

  EXPECT_EQ(results.at(0).metric, "latency");
  EXPECT_EQ(results.at(0).limit, "p(95) < 800 ms");
}

}  // namespace
}  // namespace ttsoak
