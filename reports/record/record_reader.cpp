#include "reports/record/record_reader.h"

#include "reports/record/names.h"
#include "reports/record/open_record.h"
#include "reports/record/read_parts.h"

namespace ttsoak {
namespace {

template <typename Number>
std::optional<Number> optional_number(const Statement& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>) return row.real(column);
  return static_cast<Number>(row.integer(column));
}

Result<ThresholdRule> read_rule(const Statement& row) {
  ThresholdRule rule;
  const auto metric = parse_metric(row.text(0));
  const auto comparison = parse_comparison(row.text(2));
  if (!metric || !comparison || !parse_statistic(row.text(1), rule)) {
    return Error{"a threshold that is not known: " + row.text(0) + " " + row.text(1) + " " +
                 row.text(2)};
  }
  rule.metric = *metric;
  rule.comparison = *comparison;
  rule.limit = row.real(3);
  rule.abort_on_fail = row.integer(4) != 0;
  return rule;
}

Status read_rules(OpenRecord& file, std::vector<ThresholdRule>& rules) {
  bool there = false;  // not before version 5
  if (Status error = file.for_each_row("SELECT 1 FROM sqlite_master WHERE name = 'thresholds'",
                                       [&](const Statement&) -> Status {
                                         there = true;
                                         return std::nullopt;
                                       })) {
    return error;
  }
  if (!there) return std::nullopt;
  return file.for_each_row(
      "SELECT metric, statistic, comparison, limit_value, abort_on_fail FROM thresholds "
      "ORDER BY rowid",
      [&](const Statement& row) -> Status {
        Result<ThresholdRule> rule = read_rule(row);
        if (!rule.ok()) return rule.error();
        rules.push_back(rule.value());
        return std::nullopt;
      });
}

Status read_header(OpenRecord& file, RunHeader& header) {
  if (Status error = file.for_each_row(
          "SELECT name, cycles_planned, requests_per_cycle, concurrency, "
          "rss_growth_bytes_per_request, rss_peak_bytes, error_rate, ttfb_p95_ms FROM header",
          [&](const Statement& row) -> Status {
            header.name = row.text(0);
            header.cycles_planned = static_cast<int>(row.integer(1));
            header.requests_per_cycle = static_cast<int>(row.integer(2));
            header.concurrency = static_cast<int>(row.integer(3));
            header.thresholds = {optional_number<double>(row, 4),
                                 optional_number<std::int64_t>(row, 5),
                                 optional_number<double>(row, 6), optional_number<double>(row, 7)};
            return std::nullopt;
          })) {
    return error;
  }
  if (Status error = read_rules(file, header.thresholds.rules)) return error;
  return file.for_each_row("SELECT key, value FROM manifest", [&](const Statement& row) -> Status {
    header.manifest[row.text(0)] = row.text(1);
    return std::nullopt;
  });
}

Status read_end(OpenRecord& file, RunRecord& record) {
  if (Status error = file.for_each_row(
          "SELECT at_us, reason FROM run_end", [&](const Statement& row) -> Status {
            record.complete = true;
            record.duration_s = static_cast<double>(row.integer(0)) / 1e6;
            record.end_reason = row.text(1);
            return std::nullopt;
          })) {
    return error;
  }
  if (record.complete) return std::nullopt;
  return file.for_each_row(
      "SELECT max(at_us) FROM (SELECT max(at_us) AS at_us FROM rss_samples"
      " UNION ALL SELECT max(at_us) FROM status_samples"
      " UNION ALL SELECT max(at_us) FROM resource_snapshots"
      " UNION ALL SELECT max(at_us) FROM events"
      " UNION ALL SELECT max(done_us) FROM requests"
      " UNION ALL SELECT max(quiesced_us) FROM cycles)",
      [&](const Statement& row) -> Status {
        record.duration_s = static_cast<double>(row.integer(0)) / 1e6;
        return std::nullopt;
      });
}

Status read_events(OpenRecord& file, RunRecord& record) {
  return file.for_each_row(
      "SELECT at_us, kind, process, detail, lasted_us FROM events ORDER BY at_us, rowid",
      [&](const Statement& row) -> Status {
        const Result<EventKind> kind = parse_event_kind(row.text(1));
        if (!kind.ok()) return kind.error();
        record.events.push_back({RunTime(row.integer(0)), kind.value(),
                                 static_cast<int>(row.integer(2)), row.text(3),
                                 RunTime(row.integer(4))});
        return std::nullopt;
      });
}

Status read_cycles(OpenRecord& file, RunRecord& record) {
  return file.for_each_row(
      "SELECT cycle, started_us, load_ended_us, quiesced_us, quiesce_end, requests, errors, "
      "work_digest, trough_rss_bytes, lifetime FROM cycles ORDER BY cycle, rowid",
      [&](const Statement& row) -> Status {
        const Result<QuiesceEnd> end = parse_quiesce_end(row.text(4));
        if (!end.ok()) return end.error();
        record.cycles.push_back({static_cast<int>(row.integer(0)), RunTime(row.integer(1)),
                                 RunTime(row.integer(2)), RunTime(row.integer(3)), end.value(),
                                 row.integer(5), row.integer(6),
                                 static_cast<std::uint64_t>(row.integer(7)), row.integer(8),
                                 static_cast<int>(row.integer(9))});
        return std::nullopt;
      });
}

Status read_all(OpenRecord& file, RunRecord& record) {
  if (Status error = read_header(file, record.header)) return error;
  if (Status error = read_end(file, record)) return error;
  if (Status error = read_events(file, record)) return error;
  if (Status error = read_cycles(file, record)) return error;
  if (Status error = read_processes(file, record)) return error;
  if (Status error = read_rss(file, record)) return error;
  if (Status error = read_requests(file, record)) return error;
  if (Status error = read_heap(file, record)) return error;
  if (Status error = read_evidence(file, record)) return error;
  if (Status error = read_python(file, record)) return error;
  return read_inventory(file, record);
}

}  // namespace

Result<RunRecord> read_run_record(const std::filesystem::path& directory) {
  Result<OpenRecord> file = OpenRecord::open(directory);
  if (!file.ok()) return file.error();
  RunRecord record;
  if (Status error = read_all(file.value(), record)) {
    return error->with_context("reading the run record in " + directory.string());
  }
  return record;
}

}  // namespace ttsoak
