#include "reports/cause/facts.h"

#include <algorithm>
#include <map>

namespace ttsoak {
namespace {

using Values = std::vector<std::pair<int, double>>;

SeriesTrend part_trend(const Facts& facts, MemoryPart part, const RequestsByCycle& requests) {
  Values values;
  for (const Composition& c : facts.compositions) values.emplace_back(c.cycle, c.of(part));
  return trend_of(values, requests);
}

void gather_memory(Facts& facts, const RequestsByCycle& requests) {
  facts.compositions = compose(facts.record.splits);
  for (std::size_t i = 0; i < kMemoryParts; ++i) {
    facts.parts.at(i) = part_trend(facts, static_cast<MemoryPart>(i), requests);
  }
  facts.retained = facts.part(MemoryPart::free);
  const std::vector<double>& top = facts.part(MemoryPart::top).series.bytes;
  for (std::size_t i = 0; i < top.size(); ++i) facts.retained.series.bytes[i] += top[i];

  std::map<int, Values> by_process;
  for (const MemorySplit& split : facts.record.splits) {
    by_process[split.process].emplace_back(split.cycle, static_cast<double>(split.rss_bytes));
  }
  if (by_process.size() < 2) return;
  for (const auto& [process, values] : by_process) {
    facts.processes.push_back({process, trend_of(values, requests)});
  }
}

void gather_things(Facts& facts, const RequestsByCycle& requests) {
  const InventoryRecord& inventory = facts.record.inventory;
  for (const InventorySeries& series : inventory.series) {
    Values counts;
    Values bytes;
    for (std::size_t i = 0; i < inventory.cycles.size(); ++i) {
      counts.emplace_back(inventory.cycles[i], static_cast<double>(series.counts[i]));
      bytes.emplace_back(inventory.cycles[i], static_cast<double>(series.bytes[i]));
    }
    facts.things.push_back({&series, trend_of(counts, requests), trend_of(bytes, requests)});
  }
}

void gather_types(Facts& facts, const RequestsByCycle& requests) {
  const PythonRecord& python = facts.record.python;
  for (const PythonTypeSeries& series : python.types) {
    Values objects;
    for (std::size_t i = 0; i < python.type_cycles.size(); ++i) {
      objects.emplace_back(python.type_cycles[i], static_cast<double>(series.objects[i]));
    }
    facts.types.push_back({&series, trend_of(objects, requests)});
  }
}

// The sum over processes of one figure of Python's, at the troughs where it is known.
SeriesTrend python_trend(const PythonRecord& python, std::int64_t PythonHeap::*figure,
                         const RequestsByCycle& requests) {
  Values values;
  for (const PythonHeap& heap : python.heaps) {
    if (heap.*figure < 0) continue;
    if (values.empty() || values.back().first != heap.cycle) values.emplace_back(heap.cycle, 0);
    values.back().second += static_cast<double>(heap.*figure);
  }
  return trend_of(values, requests);
}

SeriesTrend cgroup_trend(const std::vector<CgroupSample>& samples,
                         std::int64_t CgroupSample::*figure, const RequestsByCycle& requests) {
  Values values;
  for (const CgroupSample& sample : samples) {
    if (sample.*figure >= 0) values.emplace_back(sample.cycle, static_cast<double>(sample.*figure));
  }
  return trend_of(values, requests);
}

void judge_all(Facts& facts) {
  std::vector<std::reference_wrapper<SeriesTrend>> all;
  for (SeriesTrend& part : facts.parts) all.emplace_back(part);
  for (SeriesTrend* one : {&facts.rss, &facts.retained, &facts.objects, &facts.garbage,
                           &facts.tasks, &facts.cuda_allocated, &facts.cuda_reserved,
                           &facts.cgroup_file, &facts.cgroup_shmem, &facts.latency_ms}) {
    all.emplace_back(*one);
  }
  for (ProcessTrend& process : facts.processes) all.emplace_back(process.rss);
  for (ThingTrend& thing : facts.things) {
    all.emplace_back(thing.count);
    all.emplace_back(thing.bytes);
  }
  for (TypeTrend& type : facts.types) all.emplace_back(type.objects);
  judge_together(all);
}

}  // namespace

bool Facts::rss_grows() const { return rss.grows || growth.decision == GrowthDecision::fail; }

bool Facts::settled() const { return rss.fit.has_value() && !rss_grows(); }

double Facts::worth_bytes() const {
  constexpr double kLeast = 512 * 1024;
  constexpr double kShareOfGrowth = 0.02;
  return std::max(kLeast, kShareOfGrowth * rss.change());
}

std::optional<double> Facts::share_of(double bytes) const {
  constexpr double kHardlyGrew = 1 << 20;
  if (rss.change() < kHardlyGrew) return std::nullopt;
  return std::max(0.0, bytes / rss.change());
}

std::optional<double> Facts::given_back(ExperimentKind kind) const {
  std::map<int, double> by_process;
  for (const Experiment& e : record.experiments) {
    if (e.kind != kind) continue;
    by_process[e.process] =
        std::max(0.0, static_cast<double>(e.rss_before_bytes - e.rss_after_bytes));
  }
  if (by_process.empty()) return std::nullopt;
  double sum = 0;
  for (const auto& [process, bytes] : by_process) sum += bytes;
  return sum;
}

Facts gather_facts(const JudgedParts& parts) {
  const RunRecord& record = parts.record;
  Facts facts(parts);
  const RequestsByCycle requests = requests_by_cycle(record.cycles);
  facts.traffic = traffic_of(record);
  facts.rss.series = parts.troughs;
  gather_memory(facts, requests);
  gather_things(facts, requests);
  gather_types(facts, requests);
  facts.objects = python_trend(record.python, &PythonHeap::objects, requests);
  facts.garbage = python_trend(record.python, &PythonHeap::garbage, requests);
  facts.tasks = python_trend(record.python, &PythonHeap::tasks, requests);
  facts.cuda_allocated = python_trend(record.python, &PythonHeap::cuda_allocated_bytes, requests);
  facts.cuda_reserved = python_trend(record.python, &PythonHeap::cuda_reserved_bytes, requests);
  facts.cgroup_file = cgroup_trend(record.cgroup, &CgroupSample::file_bytes, requests);
  facts.cgroup_shmem = cgroup_trend(record.cgroup, &CgroupSample::shmem_bytes, requests);
  Values latency;
  for (const CycleLatency& cycle : record.cycle_latency) {
    latency.emplace_back(cycle.cycle, cycle.p50_ms);
  }
  facts.latency_ms = trend_of(latency, requests);
  judge_all(facts);
  facts.live = live_subjects(record, parts.ledger, facts.traffic);
  return facts;
}

}  // namespace ttsoak
