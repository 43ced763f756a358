#include "harness/config/threshold_expression.h"

#include "gmock/gmock.h"
#include "harness/config/run_config.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

ThresholdRule rule(ThresholdMetric metric, const std::string& text) {
  const auto parsed = parse_threshold(metric, text);
  EXPECT_TRUE(parsed.ok()) << parsed.error().message;
  return parsed.ok() ? parsed.value() : ThresholdRule{};
}

std::string refusal(ThresholdMetric metric, const std::string& text) {
  const auto parsed = parse_threshold(metric, text);
  return parsed.ok() ? "accepted" : parsed.error().message;
}

Result<RunConfig> with(const std::string& thresholds) {
  return parse_run_config(R"({"target": {"in_process": true}, "thresholds": {)" + thresholds + "}}",
                          ".");
}

std::string error_with(const std::string& thresholds) {
  const auto config = with(thresholds);
  return config.ok() ? "no error" : config.error().message;
}

TEST(ThresholdExpression, ReadsStatisticComparisonAndValueInTheMetricsUnit) {
  const ThresholdRule ttfb = rule(ThresholdMetric::ttfb, "p(99.9)<=1.5s");
  EXPECT_EQ(ttfb.statistic, Statistic::percentile);
  EXPECT_EQ(ttfb.per_mille, 999);
  EXPECT_EQ(ttfb.comparison, Comparison::at_most);
  EXPECT_EQ(ttfb.limit, 1500);
  EXPECT_EQ(rule(ThresholdMetric::rss_peak, "max < 3GiB").limit, 3.0 * (1 << 30));
  EXPECT_EQ(rule(ThresholdMetric::error_rate, "rate<1%").limit, 0.01);
  EXPECT_EQ(rule(ThresholdMetric::rtf, " med  >  0.25 ").comparison, Comparison::above);
}

TEST(ThresholdExpression, ErrorsSayWhatWasExpectedWhere) {
  EXPECT_EQ(refusal(ThresholdMetric::ttfb, "p95 < 1s"),
            "expected avg, min, med, max or p(N), such as p(95) or p(99.9), as in "
            "\"p(95) < 800ms\", got \"p95\" in \"p95 < 1s\"");
  EXPECT_THAT(refusal(ThresholdMetric::rss_peak, "avg < 1GiB"),
              StartsWith("expected max as in \"max < 3GiB\", got \"avg\""));
  EXPECT_THAT(refusal(ThresholdMetric::latency, "max =< 1s"),
              StartsWith("expected <, <=, > or >= as in"));
  EXPECT_THAT(refusal(ThresholdMetric::latency, "max"), StartsWith("expected <, <=, > or >="));
  EXPECT_THAT(refusal(ThresholdMetric::latency, "max < 800"), HasSubstr("expected a duration"));
  EXPECT_THAT(refusal(ThresholdMetric::error_rate, "rate < 101%"), HasSubstr("a share such as"));
  EXPECT_THAT(refusal(ThresholdMetric::rtf, "max < 1x"), HasSubstr("a number such as"));
  for (const char* percentile : {"p(0)", "p(101)", "p(99.99)", "p()", "p(95", "p(nan)"}) {
    EXPECT_NE(refusal(ThresholdMetric::ttfb, std::string(percentile) + " < 1s"), "accepted");
  }
}

TEST(Thresholds, OfGrowthAreTheShorthandWrittenOut) {
  const auto config = with(R"("rss_growth_per_request": ["upper95 < 4KiB"])");

  ASSERT_TRUE(config.ok()) << config.error().message;
  EXPECT_EQ(config.value().thresholds.rss_growth_bytes_per_request, 4096);
  EXPECT_THAT(error_with(R"("rss_growth_per_request": ["upper95 < 1KiB", "upper95 < 2KiB"])"),
              HasSubstr("expected one expression"));
  EXPECT_THAT(error_with(R"("rss_growth_per_request": ["max < 1KiB"])"),
              HasSubstr("expected upper95"));
}

TEST(Thresholds, ExpressionsTakeThePlaceOfShorthandsAndDefaults) {
  const auto config = with(
      R"("rss_peak": [{"threshold": "max < 3GiB", "abort_on_fail": true}],
         "error_rate": "rate < 2%", "ttfb": ["med < 1s", "p(95) < 2s"])");

  ASSERT_TRUE(config.ok()) << config.error().message;
  const Thresholds& limits = config.value().thresholds;
  EXPECT_FALSE(limits.rss_peak_bytes);
  EXPECT_FALSE(limits.error_rate);
  ASSERT_EQ(limits.rules.size(), 4U);
  EXPECT_TRUE(limits.rules[0].abort_on_fail);
  EXPECT_EQ(limits.rules[1].limit, 0.02);
  EXPECT_EQ(limits.rules[3].per_mille, 950);
  const auto again = parse_run_config(to_json(config.value()).dump(), ".");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again.value(), config.value());
}

TEST(Thresholds, WhatIsNotKnownIsAnErrorAndNeverIgnored) {
  EXPECT_THAT(error_with(R"("ttbf": ["max < 1s"])"), StartsWith("thresholds.ttbf: unknown key"));
  EXPECT_THAT(error_with(R"("ttfb": [])"), HasSubstr("thresholds.ttfb: an empty list"));
  EXPECT_THAT(error_with(R"("ttfb": ["max < 1s", 5])"), StartsWith("thresholds.ttfb[1]: expected"));
  EXPECT_THAT(error_with(R"("ttfb": [{"abort_on_fail": true}])"),
              HasSubstr("thresholds.ttfb[0].threshold: missing"));
  EXPECT_THAT(error_with(R"("ttfb": [{"threshold": "max < 1s", "abort_on_fail": true}])"),
              HasSubstr("only rss_peak and error_rate"));
  EXPECT_THAT(error_with(R"("ttfb": [{"threshold": "max < 1s", "abort": true}])"),
              HasSubstr("unknown key"));
}

}  // namespace
}  // namespace ttsoak
