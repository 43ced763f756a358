#include "reports/render/json_causes.h"

#include <nlohmann/json.hpp>

#include "reports/record/names.h"
#include "reports/render/stack_text.h"

namespace ttsoak {
namespace {

using nlohmann::json;

json rate_json(const std::optional<Rate>& rate) {
  if (!rate) return nullptr;
  return {{"mean", rate->mean}, {"lower95", rate->lower95}, {"upper95", rate->upper95}};
}

template <typename T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

// -1 stands for what is not known.
json known(std::int64_t value) { return value >= 0 ? json(value) : json(nullptr); }

double seconds(RunTime time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

json causes_json(const std::vector<Finding>& findings) {
  json list = json::array();
  for (const Finding& f : findings) {
    json figures = json::object();
    for (const auto& [name, value] : f.figures) figures[name] = value;
    list.push_back({{"cause", cause_name(f.cause)},
                    {"evidence", evidence_name(f.evidence)},
                    {"leak", f.leak},
                    {"resident", f.resident},
                    {"bytes_per_request", rate_json(f.bytes_per_request)},
                    {"count_per_request", rate_json(f.count_per_request)},
                    {"share_of_growth", or_null(f.share)},
                    {"sentence", f.sentence},
                    {"experiment", f.experiment.empty() ? json(nullptr) : json(f.experiment)},
                    {"figures", figures}});
  }
  return list;
}

json trigger_json(const Trigger& trigger) {
  if (trigger.effects.empty()) return nullptr;
  json list = json::array();
  for (const TrafficEffect& e : trigger.effects) {
    list.push_back({{"dimension", to_string(e.dimension)},
                    {"value", e.value.empty() ? json(nullptr) : json(e.value)},
                    {"series", e.series == TriggerSeries::rss ? "rss" : "live_heap"},
                    {"bytes_per_unit", e.bytes_per_unit},
                    {"low", e.low},
                    {"high", e.high},
                    {"units_per_cycle", e.units_per_cycle},
                    {"blocks", e.blocks},
                    {"error_share", e.error_share},
                    {"grows", e.grows},
                    {"grew_at_first", e.grew_at_first},
                    {"spared", e.is_spared}});
  }
  return {{"sentence", trigger.sentence}, {"effects", list}};
}

json composition_json(const Report& report) {
  json list = json::array();
  for (const Composition& memory : report.compositions) {
    json parts = json::object();
    for (std::size_t i = 0; i < kMemoryParts; ++i) {
      const auto part = static_cast<MemoryPart>(i);
      parts[std::string(words_of(part).name) + "_bytes"] = memory.of(part);
    }
    list.push_back({{"cycle", memory.cycle},
                    {"exact", memory.exact},
                    {"rss_bytes", memory.rss_bytes},
                    {"parts", parts}});
  }
  const Composition* first = first_of(report.compositions);
  return {
      {"troughs", list},
      {"reliable", first == nullptr ? json(nullptr)
                                    : json(!is_unreliable(*first, report.compositions.back()))}};
}

json things_json(const std::vector<GrowingThing>& things) {
  json list = json::array();
  for (const GrowingThing& thing : things) {
    list.push_back({{"process", known(thing.process)},
                    {"kind", thing.kind},
                    {"name", thing.name},
                    {"count_per_request", rate_json(thing.count_per_request)},
                    {"bytes_per_request", rate_json(thing.bytes_per_request)},
                    {"first_count", thing.first_count},
                    {"last_count", thing.last_count},
                    {"last_bytes", thing.last_bytes},
                    {"slows_down", thing.slows_down}});
  }
  return list;
}

json python_json(const PythonRecord& python) {
  if (python.empty()) return nullptr;
  json heaps = json::array();
  for (const PythonHeap& h : python.heaps) {
    heaps.push_back({{"process", h.process},
                     {"cycle", h.cycle},
                     {"objects", known(h.objects)},
                     {"garbage", known(h.garbage)},
                     {"tasks", known(h.tasks)},
                     {"cuda_allocated_bytes", known(h.cuda_allocated_bytes)},
                     {"cuda_reserved_bytes", known(h.cuda_reserved_bytes)},
                     {"pause_us", h.pause_us},
                     {"note", h.note}});
  }
  json holders = json::array();
  for (const PythonHolder& h : python.holders) {
    holders.push_back(
        {{"process", h.process},
         {"path", h.path},
         {"type", h.type},
         {"first_cycle", h.first_cycle},
         {"last_cycle", h.last_cycle},
         {"looks", h.looks},
         {"grew", h.grew},
         {"first_length", h.first_length},
         {"last_length", h.last_length},
         {"bound", known(h.bound)},
         {"bytes_per_cycle", h.bytes_per_cycle >= 0 ? json(h.bytes_per_cycle) : json(nullptr)},
         {"bytes_are_bound", h.bytes_are_bound},
         {"newest", h.newest}});
  }
  return {{"heaps", heaps}, {"holders", holders}};
}

json retention_json(const RunRecord& record) {
  json list = json::array();
  for (const RetentionShare& s : record.retention) {
    std::string owner;
    for (const HeapStack& stack : record.retention_stacks) {
      if (stack.process != s.process || stack.stack != s.stack) continue;
      owner = stack_text(stack.frames, StackDetail::folded).owner_line;
    }
    list.push_back({{"process", s.process},
                    {"cycle", s.cycle},
                    {"role", to_string(s.role)},
                    {"stack", known(s.stack)},
                    {"owner", owner},
                    {"library", s.library},
                    {"bytes", s.bytes},
                    {"share", s.share},
                    {"share_low", s.share_low},
                    {"share_high", s.share_high},
                    {"samples", s.samples},
                    {"block_bytes_low", s.block_bytes_low},
                    {"block_bytes_high", s.block_bytes_high}});
  }
  return list;
}

json cgroup_json(const std::vector<CgroupSample>& samples) {
  json list = json::array();
  for (const CgroupSample& s : samples) {
    list.push_back(
        {{"cycle", s.cycle},
         {"version", s.version},
         {"path", s.path},
         {"current_bytes", s.current_bytes},
         {"peak_bytes", known(s.peak_bytes)},
         {"limit_bytes", known(s.limit_bytes)},
         {"anon_bytes", known(s.anon_bytes)},
         {"file_bytes", known(s.file_bytes)},
         {"shmem_bytes", known(s.shmem_bytes)},
         {"kernel_bytes", known(s.kernel_bytes)},
         {"oom_kills", known(s.oom_kills)},
         {"limit_hits", known(s.limit_hits)},
         {"pressure_percent", s.pressure_percent >= 0 ? json(s.pressure_percent) : json(nullptr)}});
  }
  return list;
}

json experiments_json(const std::vector<Experiment>& experiments) {
  json list = json::array();
  for (const Experiment& e : experiments) {
    list.push_back({{"kind", to_string(e.kind)},
                    {"process", e.process},
                    {"cycle", e.cycle},
                    {"at_s", seconds(e.at)},
                    {"rss_before_bytes", e.rss_before_bytes},
                    {"rss_after_bytes", e.rss_after_bytes},
                    {"predicted_bytes", known(e.predicted_bytes)},
                    {"collected", known(e.collected)},
                    {"took_us", e.took_us}});
  }
  return list;
}

json limit_json(const std::optional<TimeToLimit>& limit) {
  if (!limit) return nullptr;
  return {{"limit_bytes", limit->limit_bytes},
          {"used_bytes", limit->used_bytes},
          {"soonest_requests", or_null(limit->soonest_requests)},
          {"latest_requests", or_null(limit->latest_requests)},
          {"soonest_s", or_null(limit->soonest_s)},
          {"latest_s", or_null(limit->latest_s)}};
}

}  // namespace ttsoak
