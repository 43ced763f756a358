#include "harness/config/corpus_file.h"
#include "harness/config/quantities.h"
#include "harness/config/run_config.h"
#include "harness/config/sections.h"
#include "harness/config/threshold_expression.h"

namespace ttsoak {
namespace {

using nlohmann::json;

json bytes(const std::optional<double>& size) {
  return size ? json(exact_number(*size) + "B") : json();
}

// Rules beside the shorthand of their metric: a list of both would be one of different things.
json thresholds_json(const Thresholds& limits) {
  json out = {
      {"rss_growth_per_request", bytes(limits.rss_growth_bytes_per_request)},
      {"rss_peak",
       limits.rss_peak_bytes ? json(std::to_string(*limits.rss_peak_bytes) + "B") : json()},
      {"error_rate", limits.error_rate ? json(*limits.error_rate) : json()},
      {"ttfb_p95", limits.ttfb_p95_ms ? json(exact_number(*limits.ttfb_p95_ms) + "ms") : json()}};
  for (const ThresholdRule& rule : limits.rules) {
    json& list = out[metric_name(rule.metric)];
    if (!list.is_array()) list = json::array();
    list.push_back({{"threshold", threshold_text(rule)}, {"abort_on_fail", rule.abort_on_fail}});
  }
  return out;
}

json seconds(std::chrono::milliseconds duration) {
  return static_cast<double>(duration.count()) / 1000;
}

json trace_json(const TraceSpec& trace) {
  return {{"enabled", trace.enabled}, {"sample", std::to_string(trace.sample_bytes) + "B"}};
}

json target_json(const TargetSpec& target) {
  json out = {{"in_process", target.in_process}};
  if (target.in_process) {
    out["faults"] = target.faults;
    out["trace"] = trace_json(target.trace);
    out["experiments"] = target.experiments;
    return out;
  }
  out["url"] = target.url;
  out["insecure"] = target.insecure;
  if (!target.ca_file.empty()) out["ca_file"] = target.ca_file;
  out["ready"] = {{"timeout_s", target.ready_timeout.count()}};
  if (!target.ready_path.empty()) out["ready"]["path"] = target.ready_path;
  if (!target.launch.empty()) out["launch"] = target.launch;
  if (target.pid) out["pid"] = *target.pid;
  if (!target.container.empty()) out["container"] = target.container;
  out["trace"] = trace_json(target.trace);
  out["experiments"] = target.experiments;
  if (!target.folders.empty()) out["folders"] = target.folders;
  return out;
}

json workload_json(const WorkloadSpec& workload) {
  const Timeouts& timeouts = workload.timeouts;
  const QuiesceSpec& quiesce = workload.quiesce;
  json out = {{"cycles", workload.cycles},
              {"requests_per_cycle", workload.requests_per_cycle},
              {"concurrency", workload.concurrency},
              {"seed", workload.seed},
              {"texts", texts_json(workload.texts, workload.rows)},
              {"all_voices", workload.all_voices},
              {"formats", workload.formats},
              {"fresh", workload.fresh},
              {"mix", mix_json(workload.mix)},
              {"abort_after_s", seconds(workload.abort_after)},
              {"slow_reader_bytes_per_s", workload.slow_reader_bytes_per_s},
              {"arrival", arrival_json(workload.arrival)},
              {"timeouts",
               {{"connect_s", seconds(timeouts.connect)},
                {"first_byte_s", seconds(timeouts.first_byte)},
                {"total_s", seconds(timeouts.total)}}},
              {"quiesce",
               {{"settle_s", seconds(quiesce.settle)},
                {"limit_s", seconds(quiesce.limit)},
                {"tolerance", std::to_string(quiesce.tolerance_bytes) + "B"}}}};
  if (!workload.voices.empty()) out["voices"] = workload.voices;
  if (const auto& lengths = workload.lengths) {
    out["lengths"] = {{"median", lengths->median}, {"p95", lengths->p95}};
  }
  return out;
}

}  // namespace

json to_json(const RunConfig& config) {
  json out = {{"name", config.name},
              {"target", target_json(config.target)},
              {"request", request_json(config.request)},
              {"workload", workload_json(config.workload)},
              {"thresholds", thresholds_json(config.thresholds)},
              {"diagnose", config.diagnose},
              {"until_decided", config.until_decided},
              {"log_requests", config.log_requests},
              {"output", {{"directory", config.output_directory.string()}}}};
  if (!config.baseline.file.empty()) out["baseline"] = baseline_json(config.baseline);
  if (!config.api.empty()) out["api"] = config.api;
  return out;
}

}  // namespace ttsoak
