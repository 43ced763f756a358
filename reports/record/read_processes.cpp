#include <algorithm>

#include "reports/record/names.h"
#include "reports/record/read_parts.h"

namespace ttsoak {
namespace {

// Reads samples of one kind and keeps the first and the last of each process.
template <typename Sample, typename Read>
Status keep_first_and_last(OpenRecord& file, RunRecord& record, const std::string& sql, Read read,
                           std::optional<Sample> ProcessSummary::*first,
                           std::optional<Sample> ProcessSummary::*last) {
  return file.for_each_row(sql, [&](const Statement& row) -> Status {
    ProcessSummary* process = find_process(record, row.integer(0));
    if (process == nullptr) return std::nullopt;
    process->*last = read(row);
    if (!(process->*first)) process->*first = process->*last;
    return std::nullopt;
  });
}

StatusSample read_status(const Statement& row) {
  return {static_cast<int>(row.integer(0)),
          RunTime(row.integer(1)),
          row.integer(2),
          row.integer(3),
          row.integer(4),
          row.integer(5),
          row.integer(6),
          row.integer(7),
          row.integer(8)};
}

ResourceSnapshot read_resources(const Statement& row) {
  return {static_cast<int>(row.integer(0)),
          static_cast<int>(row.integer(1)),
          RunTime(row.integer(2)),
          row.integer(3),
          row.integer(4),
          row.integer(5),
          row.integer(6),
          row.integer(7),
          row.integer(8),
          row.integer(9),
          row.integer(10),
          row.integer(11)};
}

}  // namespace

Status read_processes(OpenRecord& file, RunRecord& record) {
  if (Status error = file.for_each_row(
          "SELECT process, pid, parent_pid, start_ticks, role, command, first_seen_us "
          "FROM processes ORDER BY process",
          [&](const Statement& row) -> Status {
            const Result<ProcessRole> role = parse_process_role(row.text(4));
            if (!role.ok()) return role.error();
            record.processes.emplace_back().info = {static_cast<int>(row.integer(0)),
                                                    static_cast<pid_t>(row.integer(1)),
                                                    static_cast<pid_t>(row.integer(2)),
                                                    static_cast<std::uint64_t>(row.integer(3)),
                                                    role.value(),
                                                    row.text(5),
                                                    RunTime(row.integer(6))};
            return std::nullopt;
          })) {
    return error;
  }
  if (Status error = keep_first_and_last(
          file, record,
          "SELECT process, at_us, rss_bytes, rss_anon_bytes, rss_file_bytes, rss_shmem_bytes, "
          "swap_bytes, threads, cpu_ms FROM status_samples ORDER BY rowid",
          read_status, &ProcessSummary::first_status, &ProcessSummary::last_status)) {
    return error;
  }
  return keep_first_and_last(
      file, record,
      "SELECT process, cycle, at_us, pss_bytes, private_dirty_bytes, anonymous_bytes, "
      "anon_huge_bytes, fds_file, fds_deleted, fds_socket, fds_pipe, fds_other "
      "FROM resource_snapshots ORDER BY rowid",
      read_resources, &ProcessSummary::first_resources, &ProcessSummary::last_resources);
}

}  // namespace ttsoak
