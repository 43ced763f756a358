#include "harness/config/baseline_limits.h"

#include <algorithm>

#include "harness/config/texts_file.h"
#include "reports/compare/baseline.h"
#include "reports/compare/run_figures.h"

namespace ttsoak {
namespace {

Status check_traffic(const Baseline& baseline, const WorkloadSpec& workload) {
  const auto differs = [](const char* what, int then, int now) -> Status {
    if (then == now) return std::nullopt;
    return Error{std::string("made with ") + what + " " + std::to_string(then) + ", and this is " +
                 std::to_string(now) + "; only equal traffic can be compared"};
  };
  if (Status error =
          differs("requests_per_cycle", baseline.requests_per_cycle, workload.requests_per_cycle)) {
    return error;
  }
  return differs("concurrency", baseline.concurrency, workload.concurrency);
}

Status apply(const Baseline& baseline, const std::map<std::string, std::string>& machine,
             RunConfig& config) {
  const std::string differs = unlike(baseline.machine, machine_of(machine));
  if (!differs.empty() && !config.baseline.unlike_machines) {
    return Error{"made on another machine (" + differs +
                 "); make one here with 'ttsoak baseline DIR', or set baseline.unlike_machines"};
  }
  if (Status error = check_traffic(baseline, config.workload)) return error;
  Thresholds& limits = config.thresholds;
  const auto at_most = [&](ThresholdMetric metric, double bytes) {
    if (bytes <= 0) return;
    ThresholdRule rule;
    rule.metric = metric;
    rule.comparison = Comparison::at_most;
    rule.limit = bytes * (1 + config.baseline.tolerance);
    limits.rules.push_back(rule);
  };
  at_most(ThresholdMetric::rss_initial, baseline.rss_initial_bytes);
  at_most(ThresholdMetric::rss_after_50, baseline.rss_after_50_bytes);
  at_most(ThresholdMetric::rss_level, baseline.rss_level_bytes);
  at_most(ThresholdMetric::rss_peak, baseline.rss_peak_bytes);
  const double growth = std::max(0.0, baseline.growth_upper95) + config.baseline.growth_margin;
  limits.rss_growth_bytes_per_request =
      std::min(limits.rss_growth_bytes_per_request.value_or(growth), growth);
  return std::nullopt;
}

}  // namespace

Status hold_to_baseline(const std::map<std::string, std::string>& machine, RunConfig& config) {
  if (config.baseline.file.empty()) return std::nullopt;
  const std::string where = "baseline " + config.baseline.file.string();
  const Result<std::string> text = read_small_file(config.baseline.file);
  if (!text.ok()) return text.error().with_context("baseline");
  const Result<Baseline> baseline = parse_baseline_text(text.value());
  if (!baseline.ok()) return baseline.error().with_context(where);
  Status error = apply(baseline.value(), machine, config);
  return error ? error->with_context(where) : error;
}

}  // namespace ttsoak
