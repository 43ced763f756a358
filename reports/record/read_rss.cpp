#include <algorithm>

#include "reports/record/read_parts.h"
#include "reports/record/tree_rss.h"

namespace ttsoak {
namespace {

// Enough for a chart a screen wide, and few enough for a page that holds it.
constexpr int kIntervals = 2000;

struct ProcessEnd {
  RunTime at;
  int process;
};

// In order of time. A server replaced by another one has ended, even if nobody saw it go.
std::vector<ProcessEnd> process_ends(const RunRecord& record) {
  std::vector<ProcessEnd> ends;
  for (const Event& event : record.events) {
    if (event.kind == EventKind::process_ended || event.kind == EventKind::target_ended ||
        event.kind == EventKind::target_crashed) {
      ends.push_back({event.at, event.process});
    }
  }
  const ProcessInfo* last_root = nullptr;
  for (const ProcessSummary& process : record.processes) {
    if (process.info.role != ProcessRole::root) continue;
    if (last_root != nullptr) ends.push_back({process.info.first_seen, last_root->index});
    last_root = &process.info;
  }
  std::stable_sort(ends.begin(), ends.end(),
                   [](const ProcessEnd& a, const ProcessEnd& b) { return a.at < b.at; });
  return ends;
}

}  // namespace

ProcessSummary* find_process(RunRecord& record, std::int64_t index) {
  auto& processes = record.processes;
  const auto found = std::lower_bound(processes.begin(), processes.end(), index,
                                      [](const ProcessSummary& process, std::int64_t wanted) {
                                        return process.info.index < wanted;
                                      });
  return found != processes.end() && found->info.index == index ? &*found : nullptr;
}

Status read_rss(OpenRecord& file, RunRecord& record) {
  const std::vector<ProcessEnd> ends = process_ends(record);
  const std::chrono::duration<double> duration(record.duration_s);
  TreeRss tree(std::chrono::round<RunTime>(duration), kIntervals);
  auto next_end = ends.begin();

  const auto apply_ends_until = [&](RunTime at) {
    for (; next_end != ends.end() && next_end->at <= at; ++next_end) {
      ProcessSummary* process = find_process(record, next_end->process);
      if (process != nullptr) process->ended = true;
      tree.end(next_end->process, next_end->at);
    }
  };
  // Each sample holds until the next: the last before the load still held when it began.
  const auto note_initial = [&](RunTime at) {
    if (record.rss_initial_bytes != 0 || record.cycles.empty()) return;
    if (at > record.cycles.front().started) record.rss_initial_bytes = tree.sum_bytes();
  };
  const auto use_row = [&](const Statement& row) -> Status {
    ProcessSummary* process = find_process(record, row.integer(0));
    if (process == nullptr) return std::nullopt;
    const RunTime at(row.integer(1));
    const std::int64_t rss_bytes = row.integer(2);
    apply_ends_until(at);
    note_initial(at);
    if (process->ended) return std::nullopt;  // read while it went away

    if (process->first_rss_bytes == 0) process->first_rss_bytes = rss_bytes;
    process->last_rss_bytes = rss_bytes;
    process->peak_rss_bytes = std::max(process->peak_rss_bytes, rss_bytes);
    if (process->info.role != ProcessRole::ttsoak) tree.sample(process->info.index, at, rss_bytes);
    return std::nullopt;
  };
  if (Status error = file.for_each_row(
          "SELECT process, at_us, rss_bytes FROM rss_samples ORDER BY rowid", use_row)) {
    return error;
  }
  note_initial(RunTime::max());
  apply_ends_until(RunTime::max());
  record.rss = tree.points();
  record.rss_peak_bytes = tree.peak_bytes();
  return std::nullopt;
}

}  // namespace ttsoak
