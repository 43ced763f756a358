#include "reports/record/heap_profile.h"

#include <algorithm>
#include <map>

#include "reports/record/heap_tables.h"
#include "reports/record/read_stacks.h"

namespace ttsoak {
namespace {

// The newest trough and the one asked for.
struct Moment {
  int newest_cycle = -1, cycle = -1;
  RunTime at{0};
  std::int64_t sample_mean_bytes = 0;
};

Result<Moment> find_moment(OpenRecord& file, std::optional<int> wanted) {
  Moment moment;
  if (Status error = file.for_each_row("SELECT max(cycle) FROM heap_snapshots HAVING count(*) > 0",
                                       [&](const Statement& row) -> Status {
                                         moment.newest_cycle = static_cast<int>(row.integer(0));
                                         return std::nullopt;
                                       })) {
    return *error;
  }
  if (moment.newest_cycle < 0) {
    return Error{"the heap was not recorded: the tracer was not loaded into the target"};
  }
  const int stride = history_stride(moment.newest_cycle);
  if (Status error = file.for_each_row(
          "SELECT cycle, at_us, sample_mean_bytes FROM heap_snapshots ORDER BY cycle",
          [&](const Statement& row) -> Status {
            const auto cycle = static_cast<int>(row.integer(0));
            const bool kept = cycle == moment.newest_cycle || cycle % stride == 0;
            if (!kept || cycle > wanted.value_or(moment.newest_cycle)) return std::nullopt;
            if (cycle != moment.cycle) moment.sample_mean_bytes = 0;
            moment.cycle = cycle;
            moment.at = RunTime(row.integer(1));
            moment.sample_mean_bytes = std::max(moment.sample_mean_bytes, row.integer(2));
            return std::nullopt;
          })) {
    return *error;
  }
  if (moment.cycle < 0) {
    return Error{"the heap was first recorded after cycle " + std::to_string(*wanted) +
                 "; ask for a later one"};
  }
  return moment;
}

// Processes that were read at `cycle` or, where a reading failed, before and after.
Result<std::map<int, bool>> processes_alive_at(OpenRecord& file, int cycle) {
  std::map<int, bool> alive;
  const Status error = file.for_each_row(
      "SELECT process, min(cycle), max(cycle) FROM heap_snapshots GROUP BY process",
      [&](const Statement& row) -> Status {
        alive[static_cast<int>(row.integer(0))] =
            row.integer(1) <= cycle && cycle <= row.integer(2);
        return std::nullopt;
      });
  if (error) return *error;
  return alive;
}

// What was live at an earlier trough: the last row of each stack up to then.
Status read_history_at(OpenRecord& file, int cycle, std::map<StackKey, StackFigures>& figures) {
  return file.for_each_row(
      "SELECT process, stack, live_bytes, live_blocks, live_variance, mapped_bytes "
      "FROM stack_history WHERE cycle <= " +
          std::to_string(cycle) + " ORDER BY cycle",
      [&](const Statement& row) -> Status {
        StackFigures& f = figures[{static_cast<int>(row.integer(0)), row.integer(1)}];
        f = {};
        f.stack = row.integer(1);
        f.live_bytes = row.real(2);
        f.live_blocks = row.real(3);
        f.live_variance = row.real(4);
        f.mapped_bytes = row.real(5);
        return std::nullopt;
      });
}

Result<HeapProfile> read_profile(OpenRecord& file, std::optional<int> wanted) {
  const Result<bool> traced = has_heap_tables(file);
  if (!traced.ok()) return traced.error();
  if (!traced.value()) return Error{"written by a ttsoak without a tracer: it holds no heap"};
  const Result<Moment> moment = find_moment(file, wanted);
  if (!moment.ok()) return moment.error();
  const int cycle = moment.value().cycle;
  const auto alive = processes_alive_at(file, cycle);
  if (!alive.ok()) return alive.error();

  std::map<StackKey, StackFigures> figures;
  const auto keep = [&](const StackKey& key, const StackFigures& f) { figures[key] = f; };
  if (Status error = cycle == moment.value().newest_cycle ? for_each_newest_figures(file, keep)
                                                          : read_history_at(file, cycle, figures)) {
    return *error;
  }
  std::erase_if(figures, [&](const auto& entry) {
    const auto process = alive.value().find(entry.first.first);
    return process == alive.value().end() || !process->second;
  });
  auto frames = read_frames(file, [&](const StackKey& key) { return figures.contains(key); });
  if (!frames.ok()) return frames.error();

  HeapProfile profile{cycle,
                      std::chrono::duration<double>(moment.value().at).count(),
                      moment.value().sample_mean_bytes,
                      {}};
  for (const auto& [key, f] : figures) {
    profile.stacks.push_back({{key.first, key.second, std::move(frames.value()[key])}, f});
  }
  return profile;
}

}  // namespace

Result<HeapProfile> read_heap_profile(const std::filesystem::path& directory,
                                      std::optional<int> cycle) {
  Result<OpenRecord> file = OpenRecord::open(directory);
  if (!file.ok()) return file.error();
  Result<HeapProfile> profile = read_profile(file.value(), cycle);
  if (profile.ok()) return profile;
  return profile.error().with_context("reading the heap in " + directory.string());
}

}  // namespace ttsoak
