#include "reports/render/traffic_words.h"

#include "reports/record/names.h"
#include "reports/render/words.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

// Later than this, latencies are no longer those of the server alone.
constexpr double kLateMs = 1;

std::string remark_on(const KindCounts& counts) {
  std::string remark;
  if (counts.aborted > 0) remark = format_count(counts.aborted) + " aborted";
  if (counts.errors > 0) {
    remark += (remark.empty() ? "" : ", ") + format_count(counts.errors) + " failed";
  }
  return remark.empty() ? "" : " (" + remark + ")";
}

std::string of_all(std::int64_t count, const RequestTotals& totals) {
  return format_count(count) + " of " + format_count(totals.requests) + " replies";
}

}  // namespace

std::vector<LatencyRow> latency_rows(const RequestTotals& totals) {
  return {{"Latency", &totals.latency_ms, format_milliseconds},
          {"TTFB", &totals.ttfb_ms, format_milliseconds},
          {"Time to first audio", &totals.first_audio_ms, format_milliseconds},
          {"Longest gap", &totals.longest_gap_ms, format_milliseconds},
          {"Real-time factor", &totals.real_time_factor, format_real_time_factor},
          {"Sent late by ttsoak", &totals.driver_late_ms, format_milliseconds}};
}

bool is_mixed(const RequestTotals& totals) {
  return totals.by_kind.size() > 1 ||
         (totals.by_kind.size() == 1 && !totals.by_kind.contains(RequestKind::normal));
}

std::string kind_in_words(RequestKind kind) { return in_words(to_string(kind)); }

std::string kinds_in_words(const RequestTotals& totals) {
  std::string words;
  if (!is_mixed(totals)) return words;
  for (const auto& [kind, counts] : totals.by_kind) {
    words += (words.empty() ? "" : ", ") + format_count(counts.requests) + " " +
             kind_in_words(kind) + remark_on(counts);
  }
  return words;
}

std::vector<std::string> traffic_notes(const RequestTotals& totals) {
  std::vector<std::string> notes;
  if (totals.driver_late_ms && totals.driver_late_ms->p99 > kLateMs) {
    notes.push_back("the driver, not the server, was late: p99 " +
                    format_milliseconds(totals.driver_late_ms->p99) +
                    "; give ttsoak a core of its own, or send less");
  }
  if (totals.requests_with_underruns > 0) {
    notes.push_back("a client that plays while it receives would have run dry in " +
                    of_all(totals.requests_with_underruns, totals) + ", for " +
                    format_duration(totals.underrun_seconds) + " in all");
  }
  if (totals.clipped > 0) {
    notes.push_back(of_all(totals.clipped, totals) + " are clipped: over 0.1 % of their samples");
  }
  if (totals.mostly_silent > 0) {
    notes.push_back(of_all(totals.mostly_silent, totals) + " are silent for over 80 % of the time");
  }
  return notes;
}

}  // namespace ttsoak
