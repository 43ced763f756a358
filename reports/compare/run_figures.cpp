#include "reports/compare/run_figures.h"

#include <algorithm>
#include <array>

#include "reports/series/troughs.h"

namespace ttsoak {
namespace {

constexpr std::size_t kFewestTroughs = 3;

// The least-squares slope of the troughs after more than `from` and up to `to` requests.
std::optional<double> slope(const TroughSeries& troughs, double from, double to) {
  double n = 0, mean_x = 0, mean_y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < troughs.requests.size(); ++i) {
    const double x = troughs.requests[i];
    if (x <= from || x > to) continue;
    n += 1;  // Welford's way: sums of squares of bytes would lose the digits that matter
    const double dx = x - mean_x;
    mean_x += dx / n;
    mean_y += (troughs.bytes[i] - mean_y) / n;
    xx += dx * (x - mean_x);
    xy += dx * (troughs.bytes[i] - mean_y);
  }
  if (n < kFewestTroughs || xx <= 0) return std::nullopt;
  return xy / xx;
}

double level_after(const TroughSeries& troughs, double requests) {
  const auto at = std::lower_bound(troughs.requests.begin(), troughs.requests.end(), requests);
  const auto index = static_cast<std::size_t>(at - troughs.requests.begin());
  return troughs.bytes.at(std::min(index, troughs.bytes.size() - 1));
}

}  // namespace

std::int64_t requests_of(const RunRecord& record) {
  std::int64_t requests = 0;
  for (const CycleMark& cycle : record.cycles) requests += cycle.requests;
  return requests;
}

Result<RunFigures> figures_of(const RunRecord& record, std::int64_t requests) {
  const TroughSeries troughs = rss_troughs(record.cycles, record.heap.troughs);
  const TroughSeries live = live_heap_troughs(record.cycles, record.heap.troughs);
  const auto last = static_cast<double>(requests);
  const auto growth = slope(troughs, last / 3, last);
  if (!growth) {
    return Error{"only " + std::to_string(record.cycles.size()) +
                 " cycles: a slope takes at least three in the last two thirds of the requests"};
  }
  RunFigures figures;
  figures.growth = *growth;
  figures.live_growth = slope(live, last / 3, last);
  figures.level = level_after(troughs, last);
  figures.peak = static_cast<double>(record.rss_peak_bytes);
  const RequestTotals& totals = record.totals;
  if (totals.latency_ms) {
    figures.latency_p50 = totals.latency_ms->p50;
    figures.latency_p95 = totals.latency_ms->p95;
  }
  if (totals.ttfb_ms) figures.ttfb_p95 = totals.ttfb_ms->p95;
  return figures;
}

std::map<std::string, std::string> machine_of(const std::map<std::string, std::string>& manifest) {
  static constexpr std::array kFacts = {"cpu",  "cores", "memory_bytes", "kernel",
                                        "libc", "thp",   "overcommit"};
  std::map<std::string, std::string> machine;
  for (const char* fact : kFacts) {
    const auto found = manifest.find(fact);
    if (found != manifest.end()) machine.insert(*found);
  }
  return machine;
}

std::string unlike(const std::map<std::string, std::string>& one,
                   const std::map<std::string, std::string>& other) {
  std::string text;
  const auto say = [&](const std::string& fact, const std::string& a, const std::string& b) {
    if (a != b) text += (text.empty() ? "" : "; ") + fact + ": " + a + " and " + b;
  };
  for (const auto& [fact, value] : one) {
    const auto found = other.find(fact);
    say(fact, value, found == other.end() ? "not known" : found->second);
  }
  for (const auto& [fact, value] : other) {
    if (!one.contains(fact)) say(fact, "not known", value);
  }
  return text;
}

}  // namespace ttsoak
