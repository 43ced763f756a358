#include "reports/verdict/judge.h"

#include <algorithm>

#include "probes/base/result.h"
#include "reports/cause/find_causes.h"
#include "reports/cause/growing_things.h"
#include "reports/series/troughs.h"
#include "reports/trend/trend_design.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

std::string broken(const ThresholdResult& result) {
  return result.metric + " is " + result.measured + ", the limit is " + result.limit;
}

std::string with_plural(std::int64_t count, const std::string& noun) {
  return format_count(count) + " " + noun + (count == 1 ? "" : "s");
}

// What the run did, for the end of the sentence.
std::string extent(const RunRecord& record) {
  return " (" + with_plural(record.totals.requests, "request") + " in " +
         with_plural(static_cast<std::int64_t>(record.cycles.size()), "cycle") + ")";
}

std::vector<std::string> crashes(const RunRecord& record) {
  std::vector<std::string> reasons;
  for (const Event& event : record.events) {
    if (event.kind == EventKind::target_crashed || event.kind == EventKind::target_ended) {
      reasons.push_back("the target died under load: " + event.detail);
    }
  }
  return reasons;
}

Verdict conclude(VerdictStatus status, std::vector<std::string> reasons, const Report& report) {
  Verdict verdict;
  verdict.status = status;
  verdict.sentence =
      std::string(to_string(status)) + ": " + reasons.front() + extent(report.record) + ".";
  if (!report.record.complete) {
    reasons.emplace_back(
        "the record has no end: the run was killed or is still going on; its finished cycles were "
        "judged");
  } else if (report.record.end_reason != "completed") {
    reasons.push_back("the run ended early: " + report.record.end_reason);
  }
  verdict.reasons = std::move(reasons);
  return verdict;
}

// The growth that the threshold `metric` is about; null if it is about something else.
const Growth* growth_behind(const Report& report, const std::string& metric) {
  if (metric == "rss_growth_per_request") return &report.growth;
  if (metric == "live_growth_per_request" && report.live_growth) return &*report.live_growth;
  return nullptr;
}

std::vector<std::string> reasons_of(const Report& report, VerdictStatus status) {
  std::vector<std::string> reasons;
  for (const ThresholdResult& result : report.thresholds) {
    if (result.status != status) continue;
    const Growth* growth = growth_behind(report, result.metric);
    reasons.push_back(growth != nullptr ? growth->why : broken(result));
  }
  return reasons;
}

Verdict decide(const Report& report) {
  std::vector<std::string> reasons = crashes(report.record);
  if (!reasons.empty()) return conclude(VerdictStatus::fail, std::move(reasons), report);

  if (report.record.header.cycles_planned == 0 && !report.trigger.effects.empty()) {
    Verdict verdict;
    verdict.reasons = {
        "the target was diagnosed, not soaked: whether its growth is sound was not asked"};
    verdict.sentence =
        std::string(to_string(verdict.status)) + ": only diagnosed. " + report.trigger.sentence;
    return verdict;
  }
  reasons = invalid_reasons(report.record);
  if (!reasons.empty()) return conclude(VerdictStatus::invalid, std::move(reasons), report);

  reasons = reasons_of(report, VerdictStatus::fail);
  if (!reasons.empty()) return conclude(VerdictStatus::fail, std::move(reasons), report);

  reasons = reasons_of(report, VerdictStatus::inconclusive);
  if (!reasons.empty()) return conclude(VerdictStatus::inconclusive, std::move(reasons), report);

  if (report.thresholds.empty()) {
    return conclude(VerdictStatus::inconclusive, {"no threshold is set, so nothing was judged"},
                    report);
  }
  for (const ThresholdResult& result : report.thresholds) {
    if (const Growth* growth = growth_behind(report, result.metric)) reasons.push_back(growth->why);
  }
  if (reasons.empty()) reasons.emplace_back("every threshold is met");
  return conclude(VerdictStatus::pass, std::move(reasons), report);
}

}  // namespace

const char* to_string(VerdictStatus status) {
  switch (status) {
    case VerdictStatus::pass:
      return "PASS";
    case VerdictStatus::fail:
      return "FAIL";
    case VerdictStatus::inconclusive:
      return "INCONCLUSIVE";
    case VerdictStatus::invalid:
      return "INVALID";
  }
  abort_with("unknown verdict status");
}

GrowthOfBoth judge_growth_of(const Thresholds& limits, const GrowthRules& rules,
                             const TroughSeries& rss, const TroughSeries& live) {
  const double budget = limits.rss_growth_bytes_per_request.value_or(0);
  GrowthOfBoth growth = judge_growth_of_both(rss, live, budget, budget, rules);
  if (growth.live) {
    growth.rss.why = "RSS: " + growth.rss.why;
    growth.live->why = "live heap: " + growth.live->why;
  }
  return growth;
}

Report judge(RunRecord record) {
  const trend::DesignKeeper keeper;  // stacks, parts of memory: all have the same cycles
  Report report;
  report.troughs = rss_troughs(record.cycles, record.heap.troughs);
  report.live_heap = live_heap_troughs(record.cycles, record.heap.troughs);
  report.ledger = rank_growing_stacks(record.heap, record.cycles);
  const int cycles = static_cast<int>(record.cycles.size());
  const GrowthRules rules = record.header.manifest.contains(kUntilDecided)
                                ? rules_until_decided(cycles)
                                : rules_for(cycles, record.header.cycles_planned);
  GrowthOfBoth growth =
      judge_growth_of(record.header.thresholds, rules, report.troughs, report.live_heap);
  report.thresholds = check_thresholds(record, growth);
  report.growth = std::move(growth.rss);
  report.live_growth = std::move(growth.live);
  report.compositions = compose(record.splits);
  const Facts facts = gather_facts({record, report.troughs, report.growth, report.ledger});
  report.findings = find_causes(facts);
  report.things = growing_things(facts);
  report.limit = time_to_limit(record, report.growth);
  report.trigger = find_trigger(record.diagnosis);
  report.record = std::move(record);
  report.verdict = decide(report);
  return report;
}

}  // namespace ttsoak
