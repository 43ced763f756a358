#include "reports/compare/compare_runs.h"

#include <algorithm>
#include <limits>

#include "probes/base/result.h"
#include "reports/compare/comparability.h"
#include "reports/render/words.h"
#include "reports/units/units.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

constexpr double kAlphaPass = 0.05;   // one-sided, as judge()
constexpr double kAlphaFail = 0.025;  // of all figures together

using Side = std::vector<RunFigures>;

// The values of one figure; empty where a run has none.
template <typename Get>
std::vector<double> values(const Side& side, Get get) {
  std::vector<double> found;
  for (const RunFigures& run : side) {
    const std::optional<double> value = get(run);
    if (!value) return {};
    found.push_back(*value);
  }
  return found;
}

std::string count_of(std::size_t runs) {
  return std::to_string(runs) + (runs == 1 ? " run" : " runs");
}

void conclude(RunComparison& result, VerdictStatus status, std::vector<std::string> reasons) {
  result.verdict.status = status;
  result.verdict.sentence = std::string(to_string(status)) + ": " + reasons.front() + " (" +
                            count_of(result.new_runs) + " against " + count_of(result.base_runs) +
                            ").";
  result.verdict.reasons = std::move(reasons);
}

std::string in_unit(const ComparedFigure& figure, double value) {
  return figure.is_time ? format_milliseconds(value) : format_bytes(value);
}

// "RSS growth per request is higher by 63.9 KiB [63.5 KiB, 64.3 KiB], the margin is 10.0 KiB"
std::string reason_for(const ComparedFigure& figure) {
  std::string text =
      in_words(figure.name) + " differs by " + in_unit(figure, figure.difference.difference);
  if (figure.lower95) {
    text += " [" + in_unit(figure, *figure.lower95) + ", " + in_unit(figure, *figure.upper95) + "]";
  }
  return text + ", the margin is " + in_unit(figure, figure.margin.value_or(0));
}

class Comparer {
 public:
  Comparer(const Side& base, const Side& changed, RunComparison& result)
      : base_(base), changed_(changed), result_(result) {}

  template <typename Get>
  void add(const std::string& name, bool is_time, std::optional<double> share,
           std::optional<double> margin, Get get) {
    const std::vector<double> first = values(base_, get);
    const std::vector<double> second = values(changed_, get);
    if (first.empty() || second.empty()) return;
    ComparedFigure figure;
    figure.name = name;
    figure.is_time = is_time;
    figure.difference = welch(first, second);
    figure.margin = share ? std::optional(*share * figure.difference.first_mean) : margin;
    if (figure.difference.degrees > 0) {
      figure.lower95 = bound(figure.difference, 0.025);
      figure.upper95 = bound(figure.difference, 0.975);
    }
    result_.figures.push_back(std::move(figure));
  }

  void decide() {
    const auto judged = static_cast<double>(
        std::count_if(result_.figures.begin(), result_.figures.end(),
                      [](const ComparedFigure& figure) { return figure.margin.has_value(); }));
    for (ComparedFigure& figure : result_.figures) {
      if (!figure.margin || figure.difference.degrees <= 0) continue;
      if (bound(figure.difference, 1 - kAlphaPass) < *figure.margin) {
        figure.status = VerdictStatus::pass;
      } else if (bound(figure.difference, kAlphaFail / judged) > *figure.margin) {
        figure.status = VerdictStatus::fail;
      }
    }
  }

 private:
  const Side& base_;
  const Side& changed_;
  RunComparison& result_;
};

std::vector<std::string> reasons_of(const RunComparison& result, VerdictStatus status) {
  std::vector<std::string> reasons;
  for (const ComparedFigure& figure : result.figures) {
    if (figure.margin && figure.status == status) reasons.push_back(reason_for(figure));
  }
  return reasons;
}

void decide(RunComparison& result) {
  auto reasons = reasons_of(result, VerdictStatus::fail);
  if (!reasons.empty()) return conclude(result, VerdictStatus::fail, std::move(reasons));
  if (result.base_runs < 2 || result.new_runs < 2) {
    return conclude(result, VerdictStatus::inconclusive,
                    {"how much runs of one server differ cannot be told from one run on a side; "
                     "'ttsoak run --ab A B --runs 5' makes several"});
  }
  reasons = reasons_of(result, VerdictStatus::inconclusive);
  if (!reasons.empty()) {
    reasons.front() = "not decided: " + reasons.front();
    return conclude(result, VerdictStatus::inconclusive, std::move(reasons));
  }
  conclude(result, VerdictStatus::pass, {"no figure is worse than its margin allows"});
}

}  // namespace

RunComparison compare_runs(const std::vector<NamedRun>& base, const std::vector<NamedRun>& changed,
                           const Margins& margins, bool unlike_machines) {
  if (base.empty() || changed.empty()) abort_with("compare_runs() of a side without runs");
  RunComparison result;
  result.base_runs = base.size();
  result.new_runs = changed.size();
  auto reasons = why_not_comparable(base, changed, unlike_machines, result.machines);
  // A new server that dies is worse than any figure, whatever its run is good for.
  const auto died = deaths(changed);
  if (!died.empty()) {
    conclude(result, VerdictStatus::fail, died);
    return result;
  }
  result.requests = std::numeric_limits<std::int64_t>::max();
  for (const auto* side : {&base, &changed}) {
    for (const NamedRun& run : *side) {
      result.requests = std::min(result.requests, requests_of(run.record));
    }
  }
  Side sides[2];
  for (const auto* side : {&base, &changed}) {
    for (const NamedRun& run : *side) {
      const Result<RunFigures> figures = figures_of(run.record, result.requests);
      if (figures.ok()) {
        sides[side == &changed ? 1 : 0].push_back(figures.value());
      } else {
        reasons.push_back(run.name + ": " + figures.error().message);
      }
    }
  }
  if (!reasons.empty()) {
    conclude(result, VerdictStatus::invalid, std::move(reasons));
    return result;
  }
  Comparer comparer(sides[0], sides[1], result);
  const double growth = margins.growth_bytes_per_request;
  const auto& memory = margins.memory_share;
  const auto& time = margins.latency_share;
  comparer.add("rss_growth_per_request", false, {}, growth,
               [](const RunFigures& run) { return std::optional(run.growth); });
  comparer.add("live_growth_per_request", false, {}, growth,
               [](const RunFigures& run) { return run.live_growth; });
  comparer.add("rss_peak", false, memory, {},
               [](const RunFigures& run) { return std::optional(run.peak); });
  comparer.add("rss_level", false, memory, {},
               [](const RunFigures& run) { return std::optional(run.level); });
  comparer.add("latency_p50", true, {}, {}, [](const RunFigures& run) { return run.latency_p50; });
  comparer.add("latency_p95", true, time, {},
               [](const RunFigures& run) { return run.latency_p95; });
  comparer.add("ttfb_p95", true, time, {}, [](const RunFigures& run) { return run.ttfb_p95; });
  comparer.decide();
  decide(result);
  return result;
}

}  // namespace ttsoak
