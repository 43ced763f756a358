#include "reports/trend/growth_of_both.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "reports/trend/weighed_series.h"

namespace ttsoak {
namespace {

using namespace trend;

// Of the cycles of RSS, that the live heap needs to be judged.
constexpr double kLeastShare = 0.9;

// Above the mean, the highest rate that live heap is taken to have, in standard deviations.
constexpr double kDeviationsAbove = 2;

// The highest rate at which the live heap may still grow at the end of the run.
double highest_rate(const WeighedSeries& live) {
  if (!live.evidence) return 0;  // nothing moved
  const WindowFits& fits = live.evidence->almost_all_fits;
  const bool bends = is_bent(fits);
  const Posterior& posterior = bends ? fits.transient : fits.line;
  const RateKind kind = bends ? RateKind::at_end : RateKind::underlying;
  const double rate = posterior.mean_rate(kind) + kDeviationsAbove * posterior.rate_deviation(kind);
  return std::max(0.0, rate * live.points->unit_bytes / live.points->span_requests);
}

// `rss` without the live heap, at the troughs where both are known, grown by `rate` instead.
TroughSeries rest_of(const TroughSeries& rss, const TroughSeries& live, double rate) {
  TroughSeries rest;
  std::size_t at = 0;
  for (std::size_t i = 0; i < rss.requests.size(); ++i) {
    while (at < live.requests.size() && live.requests[at] < rss.requests[i]) ++at;
    if (at == live.requests.size()) break;
    if (live.requests[at] != rss.requests[i]) continue;
    rest.requests.push_back(rss.requests[i]);
    rest.bytes.push_back(rss.bytes[i] - live.bytes[at] + rate * rss.requests[i]);
    rest.lifetime.push_back(rss.lifetime[i]);
  }
  return rest;
}

// How far a series is from a straight line, in bytes squared; 0 if nothing moved.
double distance_from_line(const WeighedSeries& judged) {
  if (!judged.evidence) return 0;
  const double unit = judged.points->unit_bytes;
  return judged.evidence->almost_all_fits.line.innovation_variance * unit * unit;
}

bool can_be_judged(const TroughSeries& live, const TroughSeries& rss) {
  return !live.requests.empty() && static_cast<double>(live.requests.size()) >=
                                       kLeastShare * static_cast<double>(rss.requests.size());
}

// Both series, and what is left of RSS without the live heap where that made RSS pass.
struct WeighedBoth {
  WeighedSeries rss, live;
  std::optional<WeighedSeries> rest;
  TroughSeries rest_series;
};

GrowthRules shared(GrowthRules rules) {
  rules.alpha_fail /= 2;
  rules.alpha_late /= 2;
  rules.cautious = true;
  return rules;
}

WeighedBoth weigh_both(const TroughSeries& rss, const TroughSeries& live, double rss_budget,
                       double live_budget, const GrowthRules& rules) {
  WeighedBoth both{weigh_series(rss, rss_budget, rules),
                   weigh_series(live, live_budget, rules),
                   std::nullopt,
                   {}};
  if (both.rss.decision != GrowthDecision::inconclusive ||
      both.live.decision != GrowthDecision::pass || !both.rss.evidence) {
    return both;
  }
  both.rest_series = rest_of(rss, live, highest_rate(both.live));
  WeighedSeries rest = weigh_series(both.rest_series, rss_budget, rules);
  if (rest.decision == GrowthDecision::pass &&
      distance_from_line(rest) <= distance_from_line(both.rss)) {
    both.rss.decision = GrowthDecision::pass;
    both.rest = std::move(rest);
  }
  return both;
}

GrowthDecision decide_both(GrowthDecision rss, GrowthDecision live) {
  if (rss == live) return rss;
  const bool fails = rss == GrowthDecision::fail || live == GrowthDecision::fail;
  return fails ? GrowthDecision::fail : GrowthDecision::inconclusive;
}

}  // namespace

GrowthDecision GrowthOfBoth::decision() const {
  return live ? decide_both(rss.decision, live->decision) : rss.decision;
}

GrowthOfBoth judge_growth_of_both(const TroughSeries& rss, const TroughSeries& live,
                                  double rss_budget, double live_budget, const GrowthRules& rules) {
  if (!can_be_judged(live, rss)) return {judge_growth(rss, rss_budget, rules), std::nullopt};
  const GrowthRules half = shared(rules);
  const WeighedBoth weighed = weigh_both(rss, live, rss_budget, live_budget, half);
  GrowthOfBoth both{describe(weighed.rss, rss, rss_budget, half),
                    describe(weighed.live, live, live_budget, half)};
  if (weighed.rest) {
    both.rss.decision = GrowthDecision::pass;
    both.rss.requests_to_decide = 0;
    both.rss.why = "the live heap explains how RSS rose; without it, " +
                   describe(*weighed.rest, weighed.rest_series, rss_budget, half).why;
  }
  return both;
}

trend::Decisions trend::decide_growth(const TroughSeries& rss, const TroughSeries& live,
                                      double rss_budget, double live_budget,
                                      const GrowthRules& rules) {
  if (!can_be_judged(live, rss)) {
    const GrowthDecision alone = weigh_series(rss, rss_budget, rules).decision;
    return {alone, alone};
  }
  const WeighedBoth both = weigh_both(rss, live, rss_budget, live_budget, shared(rules));
  // The same fits under the rules for one series.
  const bool few = static_cast<int>(rss.requests.size()) < rules.min_cycles;
  const GrowthDecision alone =
      both.rss.evidence && !few ? judge(*both.rss.evidence, both.rss.points->budget, rules).decision
                                : both.rss.decision;
  return {alone, decide_both(both.rss.decision, both.live.decision)};
}

}  // namespace ttsoak
