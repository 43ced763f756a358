#include <set>
#include <string>
#include <utility>

#include "reports/record/latency_histogram.h"
#include "reports/record/names.h"
#include "reports/record/read_parts.h"

namespace ttsoak {
namespace {

constexpr double kMicrosPerMilli = 1000;
constexpr double kMicrosPerSecond = 1e6;
// Speech pauses for a fifth to a half of its time; clipping is heard from about here.
constexpr std::int64_t kMostlySilentPpm = 800000;
constexpr std::int64_t kClippedPpm = 1000;

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

// Adds up one row after another.
class Requests {
 public:
  explicit Requests(RunRecord& record) : record_(record) {}

  Status add(const Statement& row) {
    const Result<RequestError> error = parse_request_error(row.text(7));
    if (!error.ok()) return error.error();
    const Result<RequestKind> kind =
        row.is_null(10) ? RequestKind::normal : parse_request_kind(row.text(10));
    if (!kind.ok()) return kind.error();
    const bool aborted = row.integer(9) != 0;
    const bool failed = error.value() != RequestError::none;
    const auto cycle = static_cast<int>(row.integer(0));
    count(cycle, kind.value(), failed, aborted);
    RequestTotals& totals = record_.totals;
    totals.body_bytes += row.integer(5);
    audio_us_ += row.integer(6);
    if (!row.is_null(11)) late_us_.add(row.integer(11));
    if (failed) {
      const std::string name = to_string(error.value());
      ++totals.errors_by_kind[name];
      totals.example_by_kind.try_emplace(name, row.text(8));
    } else if (!is_erroneous(kind.value())) {
      add_times(row, cycle, !aborted && is_patient(kind.value()));
    }
    return std::nullopt;
  }

  void finish() {
    RequestTotals& totals = record_.totals;
    current_.finish(record_.cycle_latency);
    totals.audio_seconds = static_cast<double>(audio_us_) / kMicrosPerSecond;
    totals.underrun_seconds = static_cast<double>(underrun_us_) / kMicrosPerSecond;
    totals.latency_ms = latency_us_.percentiles(kMicrosPerMilli);
    totals.ttfb_ms = ttfb_us_.percentiles(kMicrosPerMilli);
    totals.first_audio_ms = first_audio_us_.percentiles(kMicrosPerMilli);
    totals.longest_gap_ms = gap_us_.percentiles(kMicrosPerMilli);
    totals.driver_late_ms = late_us_.percentiles(kMicrosPerMilli);
    totals.real_time_factor = work_per_audio_.percentiles(kMicrosPerSecond);
  }

 private:
  void count(int cycle, RequestKind kind, bool failed, bool aborted) {
    const bool broken_off = aborted && !failed;
    RequestTotals& totals = record_.totals;
    ++totals.requests;
    if (failed) ++totals.errors;
    if (broken_off) ++totals.aborted;
    if (broken_off) ++record_.aborted_by_cycle[cycle];
    for (KindCounts* counts : {&totals.by_kind[kind], &record_.kinds_by_cycle[cycle][kind]}) {
      ++counts->requests;
      if (failed) ++counts->errors;
      if (broken_off) ++counts->aborted;
    }
  }

  // Of a request that succeeded. `whole`: its reply was read to the end, as fast as it came.
  void add_times(const Statement& row, int cycle, bool whole) {
    const std::int64_t sent = row.integer(2);
    const std::int64_t first_byte = row.integer(3);
    const std::int64_t done = row.integer(4);
    const std::int64_t first_audio = row.integer(12);
    if (cycle != current_.cycle) {
      current_.finish(record_.cycle_latency);
      current_ = {cycle, {}, {}};
    }
    if (first_byte > 0) {
      ttfb_us_.add(first_byte - sent);
      current_.ttfb_us.add(first_byte - sent);
    }
    if (first_audio > 0) first_audio_us_.add(first_audio - sent);
    if (!whole) return;
    latency_us_.add(done - row.integer(1));
    current_.latency_us.add(done - row.integer(1));
    if (row.integer(6) > 0) {
      work_per_audio_.add(real_time_factor_micros(done - sent, row.integer(6)));
    }
    if (row.integer(16) > kMostlySilentPpm) ++record_.totals.mostly_silent;
    if (row.integer(17) > kClippedPpm) ++record_.totals.clipped;
    if (first_audio == 0) return;
    gap_us_.add(row.integer(13));
    if (row.integer(14) > 0) ++record_.totals.requests_with_underruns;
    underrun_us_ += row.integer(15);
  }

  RunRecord& record_;
  LatencyHistogram latency_us_, ttfb_us_, first_audio_us_, gap_us_, late_us_, work_per_audio_;
  CycleInProgress current_;
  std::int64_t audio_us_ = 0;
  std::int64_t underrun_us_ = 0;
};

// What the columns are called, or what stands for them in a record that is older than they.
Result<std::string> columns(OpenRecord& file) {
  std::set<std::string> there;
  if (Status error = file.for_each_row("SELECT name FROM pragma_table_info('requests')",
                                       [&](const Statement& row) -> Status {
                                         there.insert(row.text(0));
                                         return std::nullopt;
                                       })) {
    return *error;
  }
  std::string all =
      "cycle, intended_us, sent_us, first_byte_us, done_us, body_bytes, audio_us, error, detail";
  for (const auto& [name, otherwise] : {std::pair{"aborted", "0"},
                                        {"kind", "NULL"},
                                        {"driver_late_us", "NULL"},
                                        {"first_audio_us", "0"},
                                        {"longest_gap_us", "0"},
                                        {"underruns", "0"},
                                        {"underrun_us", "0"},
                                        {"silent_ppm", "0"},
                                        {"clipped_ppm", "0"}}) {
    all += std::string(", ") + (there.contains(name) ? name : otherwise);
  }
  return all;
}

}  // namespace

Status read_requests(OpenRecord& file, RunRecord& record) {
  const Result<std::string> selected = columns(file);
  if (!selected.ok()) return selected.error();
  Requests requests(record);
  if (Status error = file.for_each_row(
          "SELECT " + selected.value() + " FROM requests WHERE cycle >= 1 ORDER BY cycle, rowid",
          [&](const Statement& row) { return requests.add(row); })) {
    return error;
  }
  requests.finish();
  return std::nullopt;
}

}  // namespace ttsoak
