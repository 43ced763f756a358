#include "reports/render/json.h"

#include <nlohmann/json.hpp>

#include "reports/record/names.h"
#include "reports/render/json_causes.h"
#include "reports/render/json_heap.h"
#include "reports/render/words.h"

namespace ttsoak {
namespace {

using nlohmann::json;

double seconds(RunTime time) { return std::chrono::duration<double>(time).count(); }

template <typename T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

json verdict_json(const Verdict& verdict) {
  return {{"status", status_name(verdict.status)},
          {"exit_status", static_cast<int>(verdict.status)},
          {"sentence", verdict.sentence},
          {"reasons", verdict.reasons}};
}

json thresholds_json(const std::vector<ThresholdResult>& thresholds) {
  json list = json::array();
  for (const ThresholdResult& threshold : thresholds) {
    list.push_back({{"metric", threshold.metric},
                    {"status", status_name(threshold.status)},
                    {"limit", threshold.limit},
                    {"measured", threshold.measured},
                    {"limit_value", threshold.limit_value},
                    {"measured_value", threshold.measured_value}});
  }
  return list;
}

json growth_json(const Growth& growth) {
  const bool known = growth_is_known(growth);
  const auto figure = [known](auto value) { return known ? json(value) : json(nullptr); };
  return {{"decision", decision_name(growth.decision)},
          {"shape", shape_name(growth.shape)},
          {"bytes_per_request", figure(growth.rate)},
          {"bytes_per_request_lower95", figure(growth.lower95)},
          {"bytes_per_request_upper95", figure(growth.upper95)},
          {"chance_over_budget", figure(growth.chance_over_budget)},
          {"warmup_cycles", growth.warmup_cycles},
          {"requests_to_decide",
           growth.requests_to_decide > 0 ? json(growth.requests_to_decide) : json(nullptr)},
          {"why", growth.why}};
}

json cycles_json(const std::vector<CycleMark>& cycles) {
  json list = json::array();
  std::int64_t requests = 0;
  for (const CycleMark& cycle : cycles) {
    requests += cycle.requests;
    list.push_back({{"cycle", cycle.cycle},
                    {"started_s", seconds(cycle.started)},
                    {"load_ended_s", seconds(cycle.load_ended)},
                    {"quiesced_s", seconds(cycle.quiesced)},
                    {"quiesce_end", quiesce_name(cycle.quiesce_end)},
                    {"requests", cycle.requests},
                    {"requests_so_far", requests},
                    {"errors", cycle.errors},
                    {"trough_rss_bytes", cycle.trough_rss_bytes},
                    {"lifetime", cycle.lifetime}});
  }
  return list;
}

json percentiles_json(const std::optional<Percentiles>& of) {
  if (!of) return nullptr;
  return {{"p50", of->p50}, {"p90", of->p90}, {"p95", of->p95}, {"p99", of->p99}, {"max", of->max}};
}

json totals_json(const RunRecord& record) {
  const RequestTotals& totals = record.totals;
  json errors = json::array();
  for (const auto& [kind, count] : totals.errors_by_kind) {
    const auto example = totals.example_by_kind.find(kind);
    errors.push_back(
        {{"kind", kind},
         {"count", count},
         {"example",
          example == totals.example_by_kind.end() ? json(nullptr) : json(example->second)}});
  }
  json kinds = json::array();
  for (const auto& [kind, counts] : totals.by_kind) {
    kinds.push_back({{"kind", to_string(kind)},
                     {"requests", counts.requests},
                     {"errors", counts.errors},
                     {"aborted", counts.aborted}});
  }
  return {{"requests", totals.requests},
          {"errors", totals.errors},
          {"aborted", totals.aborted},
          {"by_kind", kinds},
          {"errors_by_kind", errors},
          {"requests_with_underruns", totals.requests_with_underruns},
          {"underrun_s", totals.underrun_seconds},
          {"mostly_silent", totals.mostly_silent},
          {"clipped", totals.clipped},
          {"audio_s", totals.audio_seconds},
          {"body_bytes", totals.body_bytes},
          {"rss_peak_bytes", record.rss_peak_bytes},
          {"duration_s", record.duration_s}};
}

json status_json(const std::optional<StatusSample>& sample) {
  if (!sample) return nullptr;
  return {{"at_s", seconds(sample->at)},
          {"rss_bytes", sample->rss_bytes},
          {"rss_anon_bytes", sample->rss_anon_bytes},
          {"rss_file_bytes", sample->rss_file_bytes},
          {"rss_shmem_bytes", sample->rss_shmem_bytes},
          {"swap_bytes", sample->swap_bytes},
          {"threads", sample->threads},
          {"cpu_ms", sample->cpu_ms}};
}

json resources_json(const std::optional<ResourceSnapshot>& snapshot) {
  if (!snapshot) return nullptr;
  return {{"at_s", seconds(snapshot->at)},
          {"cycle", snapshot->cycle},
          {"pss_bytes", snapshot->pss_bytes},
          {"private_dirty_bytes", snapshot->private_dirty_bytes},
          {"anonymous_bytes", snapshot->anonymous_bytes},
          {"anon_huge_bytes", snapshot->anon_huge_bytes},
          {"fds_file", snapshot->fds_file},
          {"fds_deleted", snapshot->fds_deleted},
          {"fds_socket", snapshot->fds_socket},
          {"fds_pipe", snapshot->fds_pipe},
          {"fds_other", snapshot->fds_other}};
}

json processes_json(const std::vector<ProcessSummary>& processes) {
  json list = json::array();
  for (const ProcessSummary& process : processes) {
    list.push_back({{"index", process.info.index},
                    {"role", role_name(process.info.role)},
                    {"pid", process.info.pid},
                    {"parent_pid", process.info.parent_pid},
                    {"command", process.info.command},
                    {"first_seen_s", seconds(process.info.first_seen)},
                    {"ended", process.ended},
                    {"first_rss_bytes", process.first_rss_bytes},
                    {"last_rss_bytes", process.last_rss_bytes},
                    {"peak_rss_bytes", process.peak_rss_bytes},
                    {"first_status", status_json(process.first_status)},
                    {"last_status", status_json(process.last_status)},
                    {"first_resources", resources_json(process.first_resources)},
                    {"last_resources", resources_json(process.last_resources)}});
  }
  return list;
}

json events_json(const std::vector<Event>& events) {
  json list = json::array();
  for (const Event& event : events) {
    list.push_back({{"at_s", seconds(event.at)},
                    {"kind", event_name(event.kind)},
                    {"process", event.process >= 0 ? json(event.process) : json(nullptr)},
                    {"lasted_s", seconds(event.lasted)},
                    {"detail", event.detail}});
  }
  return list;
}

}  // namespace

std::string render_json(const Report& report) {
  const RunRecord& record = report.record;
  const Thresholds& set = record.header.thresholds;
  json latency = json::array();
  for (const CycleLatency& cycle : record.cycle_latency) {
    latency.push_back({{"cycle", cycle.cycle},
                       {"p50_ms", cycle.p50_ms},
                       {"p95_ms", cycle.p95_ms},
                       {"ttfb_p50_ms", cycle.ttfb_p50_ms}});
  }
  const json page = {
      {"schema_version", 3},
      {"name", record.header.name},
      {"complete", record.complete},
      {"end_reason", record.end_reason},
      {"verdict", verdict_json(report.verdict)},
      {"thresholds", thresholds_json(report.thresholds)},
      {"thresholds_set",
       {{"rss_growth_bytes_per_request", or_null(set.rss_growth_bytes_per_request)},
        {"rss_peak_bytes", or_null(set.rss_peak_bytes)},
        {"error_rate", or_null(set.error_rate)},
        {"ttfb_p95_ms", or_null(set.ttfb_p95_ms)}}},
      {"growth", growth_json(report.growth)},
      {"live_growth", report.live_growth ? growth_json(*report.live_growth) : json(nullptr)},
      {"causes", causes_json(report.findings)},
      {"trigger", trigger_json(report.trigger)},
      {"composition", composition_json(report)},
      {"retention", retention_json(record)},
      {"python", python_json(record.python)},
      {"things", things_json(report.things)},
      {"cgroup", cgroup_json(record.cgroup)},
      {"experiments", experiments_json(record.experiments)},
      {"memory_limit", limit_json(report.limit)},
      {"heap", heap_json(report)},
      {"workload",
       {{"cycles_planned", record.header.cycles_planned},
        {"requests_per_cycle", record.header.requests_per_cycle},
        {"concurrency", record.header.concurrency}}},
      {"totals", totals_json(record)},
      {"latency_ms", percentiles_json(record.totals.latency_ms)},
      {"ttfb_ms", percentiles_json(record.totals.ttfb_ms)},
      {"first_audio_ms", percentiles_json(record.totals.first_audio_ms)},
      {"longest_gap_ms", percentiles_json(record.totals.longest_gap_ms)},
      {"driver_late_ms", percentiles_json(record.totals.driver_late_ms)},
      {"real_time_factor", percentiles_json(record.totals.real_time_factor)},
      {"troughs", cycles_json(record.cycles)},
      {"cycle_latency", latency},
      {"processes", processes_json(record.processes)},
      {"events", events_json(record.events)},
      {"manifest", record.header.manifest}};
  // The library writes null for numbers that are not finite.
  return page.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace ttsoak
