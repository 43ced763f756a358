#include <cmath>

#include "reports/cause/find_causes.h"
#include "reports/cause/growing_things.h"
#include "tests/unit/reports/render/sample_report.h"

namespace ttsoak {
namespace {

constexpr double kMib = 1024.0 * 1024.0;

std::int64_t mib(double value) { return std::llround(value * kMib); }

// What is left when the live heap and the free pages have their parts.
MemorySplit split_of(int cycle, std::int64_t rss_bytes, std::int64_t live_bytes) {
  MemorySplit s;
  s.process = 2;
  s.cycle = cycle;
  s.exact = true;
  s.allocator = "glibc 2.36";
  s.rss_bytes = rss_bytes;
  s.live_bytes = live_bytes;
  s.pinned_bytes = mib(3.1 + 0.02 * cycle);
  s.free_bytes = mib(12 + 0.09 * cycle);
  s.top_bytes = mib(2);
  s.python_live_bytes = mib(21);
  s.python_free_bytes = mib(3.5);
  s.mapped_bytes = mib(96);
  s.stack_bytes = mib(1.4);
  s.file_bytes = mib(118);
  s.shmem_bytes = mib(0.2);
  s.tracer_bytes = mib(2.9);
  s.trim_bytes = s.free_bytes;
  s.unexplained_bytes = s.rss_bytes;
  for (const std::int64_t part : {s.live_bytes, s.pinned_bytes, s.free_bytes, s.top_bytes,
                                  s.python_live_bytes, s.python_free_bytes, s.mapped_bytes,
                                  s.stack_bytes, s.file_bytes, s.shmem_bytes, s.tracer_bytes}) {
    s.unexplained_bytes -= part;
  }
  return s;
}

PythonHolder cache(int last) {
  PythonHolder holder;
  holder.process = 2;
  holder.path = "voices.VoiceCache._tensors";
  holder.type = "dict";
  holder.first_cycle = 1;
  holder.last_cycle = last;
  holder.looks = last;
  holder.grew = last - 1;
  holder.first_length = 25;
  holder.last_length = std::int64_t{25} * last;
  holder.bytes_per_cycle = 25 * 31.6 * 1024;
  holder.bytes_are_bound = false;
  holder.newest = "str <b> -> torch.Tensor";
  return holder;
}

}  // namespace

void add_sample_evidence(Report& report) {
  RunRecord& record = report.record;
  const auto last = static_cast<int>(record.cycles.size());
  InventorySeries files{-1, InventoryKind::temp_file, "/tmp/temp_voice_*.wav", {}, {}};
  for (int cycle = 0; cycle <= last; ++cycle) {
    const std::int64_t rss =
        cycle == 0 ? mib(378) : record.cycles[static_cast<std::size_t>(cycle) - 1].trough_rss_bytes;
    record.splits.push_back(
        split_of(cycle, rss, record.heap.troughs[static_cast<std::size_t>(cycle)].live_bytes));
    record.inventory.cycles.push_back(cycle);
    files.counts.push_back(std::int64_t{25} * cycle);
    files.bytes.push_back(std::int64_t{25} * cycle * 96000);
    CgroupSample cgroup;
    cgroup.cycle = cycle;
    cgroup.path = "/docker/1f0c";
    cgroup.current_bytes = rss + mib(70);
    cgroup.file_bytes = mib(60);
    cgroup.limit_bytes = mib(1024);
    record.cgroup.push_back(cgroup);
  }
  record.inventory.series.push_back(files);
  record.python.holders.push_back(cache(last));
  record.experiments.push_back({ExperimentKind::malloc_trim, 2, last, RunTime{}, mib(450.5),
                                mib(434.8), mib(15.6), -1, 84000});
  report.compositions = compose(record.splits);
  const Facts facts = gather_facts({record, report.troughs, report.growth, report.ledger});
  report.findings = find_causes(facts);
  report.things = growing_things(facts);
  report.limit = time_to_limit(record, report.growth);
}

}  // namespace ttsoak
