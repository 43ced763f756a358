#include "harness/run/outside_watch.h"

#include <unistd.h>

#include <utility>

#include "probes/allocator/heap_look.h"

namespace ttsoak {
namespace {

// The target's cgroup, if its figures say something of the target: it is not the one that we, and
// perhaps the whole machine, are in, or it has a limit, which the target meets with all the others.
std::optional<CgroupProbe> cgroup_of(pid_t root) {
  Result<CgroupProbe> cgroup = CgroupProbe::open(root);
  if (!cgroup.ok()) return std::nullopt;
  const Result<CgroupProbe> own = CgroupProbe::open(::getpid());
  const bool is_shared = own.ok() && own.value().place().path == cgroup.value().place().path;
  const Result<CgroupSample> sample = cgroup.value().read();
  if (is_shared && (!sample.ok() || sample.value().limit_bytes < 0)) return std::nullopt;
  return std::move(cgroup).value();
}

}  // namespace

OutsideWatch::OutsideWatch(pid_t root, const std::vector<std::string>& folders,
                           const std::vector<std::filesystem::path>& own, const RunClock& clock,
                           ObservationSink& sink)
    : clock_(clock), sink_(&sink), inventory_(folders, own), cgroup_(cgroup_of(root)) {}

void OutsideWatch::look(int cycle, const std::vector<LivingProcess>& processes) {
  take_inventory(cycle, processes);
  read_cgroup(cycle);
}

void OutsideWatch::take_inventory(int cycle, const std::vector<LivingProcess>& processes) {
  // Opened anew each time: the sampler's own may go with their process while we look.
  std::vector<std::pair<int, ProcessWatch>> opened;
  for (const LivingProcess& process : processes) {
    Result<ProcessWatch> watch = ProcessWatch::open(process.pid);
    if (watch.ok()) opened.emplace_back(process.index, std::move(watch).value());
  }
  std::vector<InventoryProcess> looked_at;
  looked_at.reserve(opened.size());
  for (const auto& [index, watch] : opened) looked_at.push_back({index, &watch});
  sink_->record(inventory_.take(looked_at, cycle, clock_.now()));
}

void OutsideWatch::split_memory(int cycle, const std::vector<LivingProcess>& untraced) {
  for (const LivingProcess& process : untraced) {
    const RunTime now = clock_.now();
    Result<MemorySplit> split = split_untraced(process.pid);
    if (!split.ok()) continue;  // it has ended, or may not be read, which the sampler has told
    split.value().process = process.index;
    split.value().cycle = cycle;
    split.value().at = now;
    sink_->record(std::move(split).value());
  }
}

void OutsideWatch::read_cgroup(int cycle) {
  if (!cgroup_) return;
  Result<CgroupSample> sample = cgroup_->read();
  if (!sample.ok()) {
    sink_->record(Event{clock_.now(), EventKind::probe_failed, -1, sample.error().message, {}});
    cgroup_.reset();
    return;
  }
  sample.value().cycle = cycle;
  sample.value().at = clock_.now();
  sink_->record(std::move(sample).value());
}

}  // namespace ttsoak
