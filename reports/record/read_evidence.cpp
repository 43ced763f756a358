#include <algorithm>

#include "reports/record/history_thinner.h"
#include "reports/record/names.h"
#include "reports/record/read_parts.h"
#include "reports/record/read_stacks.h"

namespace ttsoak {
namespace {

MemorySplit read_split(const Statement& row) {
  MemorySplit s;
  s.cycle = static_cast<int>(row.integer(0));
  s.process = static_cast<int>(row.integer(1));
  s.at = RunTime(row.integer(2));
  s.exact = row.integer(3) != 0;
  int column = 4;
  for (std::int64_t* figure :
       {&s.rss_bytes, &s.live_bytes, &s.pinned_bytes, &s.free_bytes, &s.top_bytes,
        &s.python_live_bytes, &s.python_free_bytes, &s.mapped_bytes, &s.stack_bytes, &s.file_bytes,
        &s.shmem_bytes, &s.tracer_bytes, &s.unexplained_bytes, &s.trim_bytes, &s.pause_us}) {
    *figure = row.integer(column++);
  }
  s.allocator = row.text(column);
  s.note = row.text(column + 1);
  return s;
}

CgroupSample read_cgroup_sample(const Statement& row) {
  CgroupSample s;
  s.cycle = static_cast<int>(row.integer(0));
  s.at = RunTime(row.integer(1));
  s.version = static_cast<int>(row.integer(2));
  s.path = row.text(3);
  int column = 4;
  for (std::int64_t* figure :
       {&s.current_bytes, &s.peak_bytes, &s.limit_bytes, &s.anon_bytes, &s.file_bytes,
        &s.shmem_bytes, &s.kernel_bytes, &s.oom_kills, &s.limit_hits}) {
    *figure = row.integer(column++);
  }
  s.pressure_percent = row.real(column);
  return s;
}

// The rows of `table` at the cycles that are kept.
template <typename Row>
Status read_kept(OpenRecord& file, const std::string& table, const std::string& columns,
                 Row (*read)(const Statement&), std::vector<Row>& rows) {
  const Result<std::vector<int>> cycles = kept_cycles(file, table);
  if (!cycles.ok()) return cycles.error();
  if (cycles.value().empty()) return std::nullopt;
  return file.for_each_row("SELECT " + columns + " FROM " + table + " ORDER BY cycle",
                           [&](const Statement& row) -> Status {
                             if (std::binary_search(cycles.value().begin(), cycles.value().end(),
                                                    static_cast<int>(row.integer(0)))) {
                               rows.push_back(read(row));
                             }
                             return std::nullopt;
                           });
}

Status read_retention(OpenRecord& file, RunRecord& record) {
  return file.for_each_row(
      "SELECT process, role, stack, library, cycle, bytes, share, share_low, share_high, samples, "
      "block_bytes_low, block_bytes_high FROM retention_shares AS s "
      "WHERE cycle = (SELECT max(cycle) FROM retention_shares AS n "
      "WHERE n.process = s.process AND n.role = s.role) "
      "ORDER BY process, role, bytes DESC, stack, library",
      [&](const Statement& row) -> Status {
        const Result<RetentionRole> role = parse_retention_role(row.text(1));
        if (!role.ok()) return role.error();
        record.retention.push_back({static_cast<int>(row.integer(0)),
                                    static_cast<int>(row.integer(4)), role.value(), row.integer(2),
                                    row.text(3), row.real(5), row.real(6), row.real(7), row.real(8),
                                    row.integer(9), row.integer(10), row.integer(11)});
        return std::nullopt;
      });
}

Status read_retention_stacks(OpenRecord& file, RunRecord& record) {
  if (record.retention.empty()) return std::nullopt;
  const auto named = [&](const StackKey& key) {
    return std::any_of(record.retention.begin(), record.retention.end(), [&](const auto& share) {
      return StackKey{share.process, share.stack} == key;
    });
  };
  auto frames = read_frames(file, named);
  if (!frames.ok()) return frames.error();
  for (auto& [key, stack] : frames.value()) {
    record.retention_stacks.push_back({key.first, key.second, std::move(stack)});
  }
  return std::nullopt;
}

Status read_diagnosis(OpenRecord& file, RunRecord& record) {
  const Result<bool> kept = has_table(file, "diagnosis_troughs");
  if (!kept.ok()) return kept.error();
  if (!kept.value()) return std::nullopt;
  return file.for_each_row(
      "SELECT block, dimension, value, cycle, units, requests, errors, rss_bytes, live_bytes, "
      "at_us "
      "FROM diagnosis_troughs ORDER BY rowid",
      [&](const Statement& row) -> Status {
        const Result<Dimension> dimension = parse_dimension(row.text(1));
        if (!dimension.ok()) return dimension.error();
        record.diagnosis.push_back({static_cast<int>(row.integer(0)), dimension.value(),
                                    row.text(2), static_cast<int>(row.integer(3)), row.real(4),
                                    row.integer(5), row.integer(6), row.integer(7), row.integer(8),
                                    RunTime(row.integer(9))});
        return std::nullopt;
      });
}

Status read_experiments(OpenRecord& file, RunRecord& record) {
  return file.for_each_row(
      "SELECT kind, process, cycle, at_us, rss_before_bytes, rss_after_bytes, predicted_bytes, "
      "collected, took_us FROM experiments ORDER BY rowid",
      [&](const Statement& row) -> Status {
        const Result<ExperimentKind> kind = parse_experiment_kind(row.text(0));
        if (!kind.ok()) return kind.error();
        record.experiments.push_back({kind.value(), static_cast<int>(row.integer(1)),
                                      static_cast<int>(row.integer(2)), RunTime(row.integer(3)),
                                      row.integer(4), row.integer(5), row.integer(6),
                                      row.integer(7), row.integer(8)});
        return std::nullopt;
      });
}

}  // namespace

Result<bool> has_table(OpenRecord& file, const std::string& table) {
  bool found = false;
  const Status error = file.for_each_row("SELECT 1 FROM sqlite_schema WHERE name = '" + table + "'",
                                         [&](const Statement&) -> Status {
                                           found = true;
                                           return std::nullopt;
                                         });
  if (error) return *error;
  return found;
}

Result<std::vector<int>> kept_cycles(OpenRecord& file, const std::string& table) {
  std::vector<int> cycles;
  const Result<bool> there = has_table(file, table);
  if (!there.ok()) return there.error();
  if (!there.value()) return cycles;
  if (Status error = file.for_each_row("SELECT DISTINCT cycle FROM " + table + " ORDER BY cycle",
                                       [&](const Statement& row) -> Status {
                                         cycles.push_back(static_cast<int>(row.integer(0)));
                                         return std::nullopt;
                                       })) {
    return *error;
  }
  if (cycles.empty()) return cycles;
  const int stride = history_stride(cycles.back());
  std::erase_if(cycles, [&](int cycle) { return cycle % stride != 0; });
  return cycles;
}

Status read_evidence(OpenRecord& file, RunRecord& record) {
  const Result<bool> kept = has_table(file, "memory_splits");
  if (!kept.ok()) return kept.error();
  if (!kept.value()) return std::nullopt;
  if (Status error = read_kept(
          file, "memory_splits",
          "cycle, process, at_us, exact, rss_bytes, live_bytes, pinned_bytes, free_bytes, "
          "top_bytes, python_live_bytes, python_free_bytes, mapped_bytes, stack_bytes, file_bytes, "
          "shmem_bytes, tracer_bytes, unexplained_bytes, trim_bytes, pause_us, allocator, note",
          read_split, record.splits)) {
    return error;
  }
  if (Status error = read_kept(
          file, "cgroup_samples",
          "cycle, at_us, version, path, current_bytes, peak_bytes, limit_bytes, anon_bytes, "
          "file_bytes, shmem_bytes, kernel_bytes, oom_kills, limit_hits, pressure_percent",
          read_cgroup_sample, record.cgroup)) {
    return error;
  }
  if (Status error = read_retention(file, record)) return error;
  if (Status error = read_retention_stacks(file, record)) return error;
  if (Status error = read_experiments(file, record)) return error;
  return read_diagnosis(file, record);
}

}  // namespace ttsoak
