#pragma once

#include <memory>
#include <optional>
#include <string>

#include "reports/trend/growth.h"
#include "reports/trend/judgement.h"
#include "reports/trend/trend_points.h"

namespace ttsoak::trend {

// A series and the decision about it. What it takes to word it for people is left to
// judge_growth(): where thousands of series are judged, that costs as much again.
struct WeighedSeries {
  GrowthDecision decision = GrowthDecision::inconclusive;
  std::string refusal;    // why nothing could be fitted; empty if there is a fit, or nothing moved
  bool constant = false;  // nothing moved
  std::optional<TrendPoints> points;   // absent if refused
  std::unique_ptr<Evidence> evidence;  // absent if refused, or nothing moved
  Judgement judgement;                 // by the evidence, which it points into
};

WeighedSeries weigh_series(const TroughSeries& series, double budget_bytes_per_request,
                           const GrowthRules& rules);

// What judge_growth() says of it.
Growth describe(const WeighedSeries& weighed, const TroughSeries& series,
                double budget_bytes_per_request, const GrowthRules& rules);

// The decisions of judge_growth() about `rss`, and of judge_growth_of_both(), without words.
struct Decisions {
  GrowthDecision rss_alone, both;
};
Decisions decide_growth(const TroughSeries& rss, const TroughSeries& live, double rss_budget,
                        double live_budget, const GrowthRules& rules);

}  // namespace ttsoak::trend
