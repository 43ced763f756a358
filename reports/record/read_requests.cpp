#include "reports/record/latency_histogram.h"
#include "reports/record/names.h"
#include "reports/record/read_parts.h"

namespace ttsoak {
namespace {

constexpr double kMicrosPerMilli = 1000;
constexpr double kMicrosPerSecond = 1e6;

// Microseconds of work per second of audio.
std::int64_t real_time_factor_micros(std::int64_t work_us, std::int64_t audio_us) {
  return static_cast<std::int64_t>(static_cast<double>(work_us) * kMicrosPerSecond /
                                   static_cast<double>(audio_us));
}

// The latencies of one cycle, kept until the next one begins.
struct CycleInProgress {
  int cycle = 0;
  LatencyHistogram latency_us, ttfb_us;

  void finish(std::vector<CycleLatency>& done) const {
    if (latency_us.count() == 0) return;
    done.push_back({cycle, latency_us.quantile(0.5) / kMicrosPerMilli,
                    latency_us.quantile(0.95) / kMicrosPerMilli,
                    ttfb_us.quantile(0.5) / kMicrosPerMilli});
  }
};

Result<bool> tells_aborts(OpenRecord& file) {
  bool told = false;
  const Status error =
      file.for_each_row("SELECT 1 FROM pragma_table_info('requests') WHERE name = 'aborted'",
                        [&](const Statement&) -> Status {
                          told = true;
                          return std::nullopt;
                        });
  if (error) return *error;
  return told;
}

}  // namespace

Status read_requests(OpenRecord& file, RunRecord& record) {
  const Result<bool> aborts = tells_aborts(file);
  if (!aborts.ok()) return aborts.error();
  LatencyHistogram latency_us, ttfb_us, work_per_audio;
  CycleInProgress current;
  RequestTotals& totals = record.totals;
  std::int64_t audio_us = 0;

  const auto use_row = [&](const Statement& row) -> Status {
    const auto cycle = static_cast<int>(row.integer(0));
    const std::int64_t intended = row.integer(1);
    const std::int64_t sent = row.integer(2);
    const std::int64_t first_byte = row.integer(3);
    const std::int64_t done = row.integer(4);
    const Result<RequestError> error = parse_request_error(row.text(7));
    if (!error.ok()) return error.error();

    ++totals.requests;
    totals.body_bytes += row.integer(5);
    audio_us += row.integer(6);
    if (error.value() != RequestError::none) {
      const std::string kind = to_string(error.value());
      ++totals.errors;
      ++totals.errors_by_kind[kind];
      totals.example_by_kind.try_emplace(kind, row.text(8));
      return std::nullopt;
    }
    if (cycle != current.cycle) {
      current.finish(record.cycle_latency);
      current.cycle = cycle;
      current.latency_us.clear();
      current.ttfb_us.clear();
    }
    ttfb_us.add(first_byte - sent);
    current.ttfb_us.add(first_byte - sent);
    if (row.integer(9) != 0) {
      ++totals.aborted;
      ++record.aborted_by_cycle[cycle];
      return std::nullopt;
    }
    latency_us.add(done - intended);
    current.latency_us.add(done - intended);
    if (row.integer(6) > 0) {
      work_per_audio.add(real_time_factor_micros(done - sent, row.integer(6)));
    }
    return std::nullopt;
  };
  if (Status error =
          file.for_each_row("SELECT cycle, intended_us, sent_us, first_byte_us, done_us, "
                            "body_bytes, audio_us, error, detail, " +
                                std::string(aborts.value() ? "aborted" : "0") +
                                " FROM requests WHERE cycle >= 1 ORDER BY cycle, rowid",
                            use_row)) {
    return error;
  }
  current.finish(record.cycle_latency);
  totals.audio_seconds = static_cast<double>(audio_us) / kMicrosPerSecond;
  totals.latency_ms = latency_us.percentiles(kMicrosPerMilli);
  totals.ttfb_ms = ttfb_us.percentiles(kMicrosPerMilli);
  totals.real_time_factor = work_per_audio.percentiles(kMicrosPerSecond);
  return std::nullopt;
}

}  // namespace ttsoak
