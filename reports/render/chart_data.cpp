#include "reports/render/chart_data.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/render/escape.h"
#include "reports/render/heap_words.h"
#include "reports/render/words.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

using nlohmann::json;

// Three decimals are more than a screen shows, and keep the page small.
json rounded(double value) { return std::round(value * 1000) / 1000; }
json mib(double bytes) { return rounded(bytes / (1024.0 * 1024.0)); }
json mib(std::int64_t bytes) { return mib(static_cast<double>(bytes)); }
double seconds(RunTime time) { return std::chrono::duration<double>(time).count(); }

// Requests completed at the end of the cycles whose quiesce ran into its limit.
std::set<std::int64_t> ends_of_restless_cycles(const RunRecord& record) {
  std::set<std::int64_t> ends;
  std::int64_t requests = 0;
  for (const CycleMark& cycle : record.cycles) {
    requests += cycle.requests;
    if (cycle.quiesce_end == QuiesceEnd::limit) ends.insert(requests);
  }
  return ends;
}

json troughs_json(const Report& report) {
  const TroughSeries& troughs = report.troughs;
  const auto restless = ends_of_restless_cycles(report.record);
  json points = json::array();
  for (std::size_t i = 0; i < std::min(troughs.requests.size(), troughs.bytes.size()); ++i) {
    const bool limit =
        std::isfinite(troughs.requests[i]) && restless.contains(std::llround(troughs.requests[i]));
    points.push_back({troughs.requests[i], mib(troughs.bytes[i]),
                      i < troughs.lifetime.size() ? troughs.lifetime[i] : 0, limit ? 1 : 0});
  }
  return points;
}

json live_heap_json(const TroughSeries& heap) {
  json points = json::array();
  for (std::size_t i = 0; i < std::min(heap.requests.size(), heap.bytes.size()); ++i) {
    points.push_back({heap.requests[i], mib(heap.bytes[i])});
  }
  return points;
}

json fit_json(const Growth& growth) {
  json points = json::array();
  for (std::size_t i = 0; i < growth.fit_requests.size(); ++i) {
    if (i >= growth.fit_bytes.size()) break;
    const bool band = i < growth.fit_lower_bytes.size() && i < growth.fit_upper_bytes.size();
    points.push_back({growth.fit_requests[i], mib(growth.fit_bytes[i]),
                      band ? mib(growth.fit_lower_bytes[i]) : json(nullptr),
                      band ? mib(growth.fit_upper_bytes[i]) : json(nullptr)});
  }
  return points;
}

// Half way between the last trough that was dropped and the first that was used.
json warmup_end(const Report& report) {
  const auto dropped = static_cast<std::size_t>(std::max(0, report.growth.warmup_cycles));
  const auto& requests = report.troughs.requests;
  if (dropped == 0 || requests.empty()) return nullptr;
  if (dropped >= requests.size()) return requests.back();
  return (requests[dropped - 1] + requests[dropped]) / 2;
}

json rss_json(const RunRecord& record) {
  json points = json::array();
  for (const RssPoint& point : record.rss) {
    points.push_back({rounded(point.at_s), mib(point.low_bytes), mib(point.high_bytes)});
  }
  json quiesces = json::array();
  for (const CycleMark& cycle : record.cycles) {
    quiesces.push_back({rounded(seconds(cycle.load_ended)), rounded(seconds(cycle.quiesced))});
  }
  return {{"points", points}, {"quiesces", quiesces}, {"peak", mib(record.rss_peak_bytes)}};
}

std::string plural(std::size_t count, const std::string& noun) {
  return format_count(static_cast<std::int64_t>(count)) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace

std::string chart_data(const Report& report) {
  const auto& budget = report.record.header.thresholds.rss_growth_bytes_per_request;
  json latency = json::array();
  for (const CycleLatency& cycle : report.record.cycle_latency) {
    latency.push_back(
        {cycle.cycle, rounded(cycle.p50_ms), rounded(cycle.p95_ms), rounded(cycle.ttfb_p50_ms)});
  }
  const json data = {
      {"troughs", troughs_json(report)},
      {"live_heap", live_heap_json(report.live_heap)},
      {"fit", fit_json(report.growth)},
      {"warmup_end", warmup_end(report)},
      {"budget_mib_per_request", budget ? json(*budget / (1024.0 * 1024.0)) : json(nullptr)},
      {"rss", rss_json(report.record)},
      {"latency", latency}};
  return json_for_script(data.dump());
}

std::string troughs_in_words(const Report& report) {
  const TroughSeries& troughs = report.troughs;
  if (troughs.bytes.empty() || troughs.requests.empty()) return "";
  std::string words = plural(troughs.bytes.size(), "trough") + ", from " +
                      format_bytes(troughs.bytes.front()) + " to " +
                      format_bytes(troughs.bytes.back()) + ".";
  const Growth& growth = report.growth;
  if (growth_is_known(growth)) {
    words += " Growth " + growth_in_words(growth);
    if (report.record.header.thresholds.rss_growth_bytes_per_request) {
      words += "; the chance that it exceeds the budget of " +
               format_rate(*report.record.header.thresholds.rss_growth_bytes_per_request) + " is " +
               format_percent(growth.chance_over_budget);
    }
    words += ". Shape: " + in_words(shape_name(growth.shape)) + ".";
  }
  if (growth.warmup_cycles > 0) {
    words += " The fit leaves out the first " +
             plural(static_cast<std::size_t>(growth.warmup_cycles), "cycle") + " as warm-up.";
  }
  if (!report.live_heap.bytes.empty()) {
    words += " The exact live heap went from " + format_bytes(report.live_heap.bytes.front()) +
             " to " + format_bytes(report.live_heap.bytes.back()) + " (" +
             tracer_in_words(report.record.heap) + ").";
  }
  const auto restless = ends_of_restless_cycles(report.record).size();
  if (restless > 0) {
    words += " After " + plural(restless, "cycle") +
             " RSS was still moving at the time limit (hollow points).";
  }
  return words;
}

std::string rss_in_words(const RunRecord& record) {
  if (record.rss.empty()) return "";
  const auto peak = std::max_element(
      record.rss.begin(), record.rss.end(),
      [](const RssPoint& a, const RssPoint& b) { return a.high_bytes < b.high_bytes; });
  return "Resident memory of the target and all its children: " +
         format_bytes(record.rss.front().low_bytes) + " at first, " +
         format_bytes(record.rss.back().high_bytes) + " at last, at most " +
         format_bytes(record.rss_peak_bytes) + " after " + format_duration(peak->at_s) + ".";
}

std::string latency_in_words(const RunRecord& record) {
  if (record.cycle_latency.empty()) return "";
  const CycleLatency& first = record.cycle_latency.front();
  const CycleLatency& last = record.cycle_latency.back();
  const auto change = [](const std::string& name, double from, double to) {
    return name + " " + format_milliseconds(from) + " in the first cycle, " +
           format_milliseconds(to) + " in the last";
  };
  return change("Median", first.p50_ms, last.p50_ms) + "; " +
         change("95th percentile", first.p95_ms, last.p95_ms) + "; " +
         change("median time to first byte", first.ttfb_p50_ms, last.ttfb_p50_ms) + ".";
}

}  // namespace ttsoak
