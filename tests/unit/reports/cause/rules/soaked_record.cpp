#include "tests/unit/reports/cause/rules/soaked_record.h"

#include <algorithm>
#include <cmath>

#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

std::int64_t whole(double value) { return std::llround(value); }

constexpr std::int64_t MemorySplit::*kParts[kMemoryParts] = {
    &MemorySplit::live_bytes,   &MemorySplit::pinned_bytes,      &MemorySplit::free_bytes,
    &MemorySplit::top_bytes,    &MemorySplit::python_live_bytes, &MemorySplit::python_free_bytes,
    &MemorySplit::mapped_bytes, &MemorySplit::stack_bytes,       &MemorySplit::file_bytes,
    &MemorySplit::shmem_bytes,  &MemorySplit::tracer_bytes,      &MemorySplit::unexplained_bytes};

RunTime at(int cycle) { return std::chrono::seconds(10 * cycle); }

}  // namespace

Course constant(double value) {
  return [value](int) { return value; };
}
Course linear(double start, double per_request) {
  return [=](int cycle) { return start + per_request * kSoakRequests * cycle; };
}
Course filling(double start, double gain, double cycles) {
  return [=](int cycle) { return start + gain * (1 - std::exp(-cycle / cycles)); };
}
Course step(double start, double height, int cycle) {
  return [=](int c) { return c < cycle ? start : start + height; };
}

Frame python_line(const std::string& function, const std::string& file, int line) {
  return {FrameKind::python, function, file, line, "", 0};
}
Frame native_in(const std::string& function, const std::string& library) {
  return {FrameKind::native, function, "", 0, library, 0x1000};
}

SoakedRecord::SoakedRecord() {
  record_.complete = true;
  record_.end_reason = "completed";
  record_.header.cycles_planned = kSoakCycles;
  record_.header.requests_per_cycle = kSoakRequests;
  for (int cycle = 0; cycle <= kSoakCycles; ++cycle) {
    Composition memory;
    memory.cycle = cycle;
    memory_.push_back(memory);
    record_.inventory.cycles.push_back(cycle);
    record_.heap.cycles.push_back(cycle);
    if (cycle == 0) continue;
    CycleMark mark;
    mark.cycle = cycle;
    mark.started = at(cycle - 1);
    mark.quiesced = at(cycle);
    mark.requests = kSoakRequests;
    record_.cycles.push_back(mark);
  }
  record_.totals.requests = std::int64_t{kSoakCycles} * kSoakRequests;
  part(MemoryPart::live, constant(200 * kMib));
  part(MemoryPart::file, constant(60 * kMib));
}

SoakedRecord& SoakedRecord::part(MemoryPart part, const Course& bytes) {
  for (Composition& memory : memory_) {
    memory.bytes.at(static_cast<std::size_t>(part)) += bytes(memory.cycle);
  }
  return *this;
}

SoakedRecord& SoakedRecord::stack(std::vector<Frame> frames, const Course& bytes,
                                  double block_bytes, int born_every, MemoryPart part_of_rss) {
  part(part_of_rss, bytes);
  StackSeries series;
  series.stack.stack = static_cast<std::int64_t>(record_.heap.stacks.size()) + 1;
  series.stack.frames = std::move(frames);
  const bool mapped = part_of_rss == MemoryPart::mapped;
  for (int cycle = 0; cycle <= kSoakCycles; ++cycle) {
    const double held = bytes(cycle);
    series.live_bytes.push_back(mapped ? 0 : held);
    series.mapped_bytes.push_back(mapped ? held : 0);
    series.live_blocks.push_back(std::round(held / block_bytes));
    series.live_variance.push_back(0);
    if (cycle > 0 && cycle % born_every == 0) {
      series.survivors.push_back({series.stack.stack, cycle, block_bytes, 1});
    }
  }
  record_.heap.stacks.push_back(std::move(series));
  return *this;
}

SoakedRecord& SoakedRecord::things(InventoryKind kind, const std::string& name, const Course& count,
                                   double bytes_each) {
  InventorySeries series;
  series.kind = kind;
  series.name = name;
  for (int cycle = 0; cycle <= kSoakCycles; ++cycle) {
    series.counts.push_back(whole(count(cycle)));
    series.bytes.push_back(whole(count(cycle) * bytes_each));
  }
  record_.inventory.series.push_back(std::move(series));
  return *this;
}

SoakedRecord& SoakedRecord::holder(const std::string& path, const std::string& type,
                                   double per_cycle, double bytes_per_cycle, std::int64_t bound,
                                   const std::string& newest) {
  PythonHolder holder;
  holder.path = path;
  holder.type = type;
  holder.first_cycle = 1;
  holder.last_cycle = kSoakCycles;
  holder.looks = kSoakCycles;
  holder.grew = kSoakCycles - 1;
  holder.first_length = whole(per_cycle);
  holder.last_length = whole(per_cycle * kSoakCycles);
  holder.bound = bound;
  holder.bytes_per_cycle = bytes_per_cycle;
  holder.bytes_are_bound = false;
  holder.newest = newest;
  record_.python.holders.push_back(holder);
  return *this;
}

SoakedRecord& SoakedRecord::python(const Course& objects, const Course& garbage) {
  for (int cycle = 0; cycle <= kSoakCycles; ++cycle) {
    PythonHeap heap;
    heap.cycle = cycle;
    heap.objects = whole(objects(cycle));
    heap.garbage = whole(garbage(cycle));
    record_.python.heaps.push_back(heap);
  }
  return *this;
}

SoakedRecord& SoakedRecord::cgroup(const Course& file, const Course& shmem,
                                   std::int64_t limit_bytes) {
  for (int cycle = 0; cycle <= kSoakCycles; ++cycle) {
    CgroupSample sample;
    sample.cycle = cycle;
    sample.file_bytes = whole(file(cycle));
    sample.shmem_bytes = whole(shmem(cycle));
    sample.current_bytes = whole(300 * kMib) + sample.file_bytes + sample.shmem_bytes;
    sample.limit_bytes = limit_bytes;
    record_.cgroup.push_back(sample);
  }
  return *this;
}

SoakedRecord& SoakedRecord::experiment(ExperimentKind kind, double returned, double predicted,
                                       std::int64_t collected) {
  Experiment experiment;
  experiment.kind = kind;
  experiment.cycle = kSoakCycles;
  experiment.rss_before_bytes = whole(500 * kMib);
  experiment.rss_after_bytes = whole(500 * kMib - returned);
  experiment.predicted_bytes = whole(predicted);
  experiment.collected = collected;
  record_.experiments.push_back(experiment);
  return *this;
}

SoakedRecord& SoakedRecord::share(RetentionRole role, std::vector<Frame> frames, double bytes,
                                  std::int64_t samples, std::int64_t low, std::int64_t high) {
  RetentionShare share;
  share.cycle = kSoakCycles;
  share.role = role;
  share.stack = 1000 + static_cast<std::int64_t>(record_.retention_stacks.size());
  share.bytes = bytes;
  share.samples = samples;
  share.block_bytes_low = low;
  share.block_bytes_high = high;
  record_.retention_stacks.push_back({0, share.stack, std::move(frames)});
  record_.retention.push_back(share);
  return *this;
}

SoakedRecord& SoakedRecord::latency(const Course& p50_ms) {
  for (int cycle = 1; cycle <= kSoakCycles; ++cycle) {
    record_.cycle_latency.push_back({cycle, p50_ms(cycle), 2 * p50_ms(cycle), 100});
  }
  return *this;
}

SoakedRecord& SoakedRecord::aborts(std::int64_t per_cycle) {
  for (int cycle = 1; cycle <= kSoakCycles; ++cycle) record_.aborted_by_cycle[cycle] = per_cycle;
  return *this;
}

SoakedRecord& SoakedRecord::errors(const Course& per_cycle) {
  for (CycleMark& mark : record_.cycles) mark.errors = whole(per_cycle(mark.cycle));
  return *this;
}

SoakedRecord& SoakedRecord::refusals(RequestKind kind, std::int64_t per_cycle) {
  for (const CycleMark& mark : record_.cycles) {
    record_.kinds_by_cycle[mark.cycle][kind].requests = per_cycle;
    record_.totals.by_kind[kind].requests += per_cycle;
  }
  return *this;
}

SoakedRecord& SoakedRecord::fresh_texts() {
  record_.header.manifest["config"] = R"({"workload": {"fresh": true}})";
  return *this;
}

SoakedRecord& SoakedRecord::without_splits() {
  splits_ = false;
  return *this;
}

Report SoakedRecord::judged() const {
  RunRecord record = record_;
  Dice dice(5);
  for (const Composition& memory : memory_) {
    MemorySplit split;
    split.cycle = memory.cycle;
    split.exact = true;
    for (std::size_t i = 0; i < kMemoryParts; ++i) {
      split.*kParts[i] = whole(memory.bytes.at(i));
      split.rss_bytes += split.*kParts[i];
    }
    split.trim_bytes = split.free_bytes;
    // What no two readings agree on.
    split.unexplained_bytes += whole(dice.normal(20 * kKib));
    split.rss_bytes += split.unexplained_bytes - whole(memory.of(MemoryPart::unexplained));
    if (memory.cycle > 0) {
      record.cycles[static_cast<std::size_t>(memory.cycle) - 1].trough_rss_bytes = split.rss_bytes;
    }
    if (splits_) record.splits.push_back(split);
  }
  if (record.heap.stacks.empty()) {
    record.heap = HeapRecord();  // without the tracer
  } else {
    for (const Composition& memory : memory_) {
      HeapTrough trough;
      trough.cycle = memory.cycle;
      trough.live_bytes = whole(memory.of(MemoryPart::live));
      trough.processes = 1;
      record.heap.troughs.push_back(trough);
    }
    HeapProcess process;
    process.newest.cycle = kSoakCycles;
    process.last = kSoakCycles;
    record.heap.processes.push_back(process);
    for (auto* others : {&record.heap.other_live_bytes, &record.heap.other_live_blocks,
                         &record.heap.other_mapped_bytes}) {
      others->assign(record.heap.cycles.size(), 0);
    }
  }
  return judge(std::move(record));
}

std::optional<Finding> SoakedRecord::find(Cause cause) const {
  for (const Finding& finding : judged().findings) {
    if (finding.cause == cause) return finding;
  }
  return std::nullopt;
}

std::vector<Cause> SoakedRecord::causes() const {
  std::vector<Cause> found;
  for (const Finding& finding : judged().findings) found.push_back(finding.cause);
  return found;
}

}  // namespace ttsoak
