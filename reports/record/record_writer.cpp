#include "reports/record/record_writer.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "reports/record/schema.h"

namespace ttsoak {
namespace {

constexpr std::chrono::seconds kCommitInterval{1};

// NORMAL: a commit is one write to the log and no fsync, so a killed process loses nothing and a
// power failure the last seconds. The small cache and the log's limit keep memory and disk flat.
constexpr const char* kSettings =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -256;"
    "PRAGMA journal_size_limit = 8388608;";

Status write_header(Database& database, const RunHeader& header) {
  if (Status error = database.execute("BEGIN")) return error;
  if (Status error = database.execute(kSchema)) return error;
  if (Status error =
          database.execute("PRAGMA user_version = " + std::to_string(kSchemaVersion) +
                           "; PRAGMA application_id = " + std::to_string(kApplicationId))) {
    return error;
  }
  Result<Statement> insert = database.prepare("INSERT INTO header VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  if (!insert.ok()) return insert.error();
  const Thresholds& limits = header.thresholds;
  if (Status error =
          insert.value().run(header.name, header.cycles_planned, header.requests_per_cycle,
                             header.concurrency, limits.rss_growth_bytes_per_request,
                             limits.rss_peak_bytes, limits.error_rate, limits.ttfb_p95_ms)) {
    return error;
  }
  Result<Statement> rule = database.prepare("INSERT INTO thresholds VALUES (?, ?, ?, ?, ?)");
  if (!rule.ok()) return rule.error();
  for (const ThresholdRule& set : limits.rules) {
    if (Status error = rule.value().run(std::string(metric_name(set.metric)), statistic_name(set),
                                        std::string(comparison_name(set.comparison)), set.limit,
                                        static_cast<std::int64_t>(set.abort_on_fail))) {
      return error;
    }
  }
  Result<Statement> entry = database.prepare("INSERT INTO manifest VALUES (?, ?)");
  if (!entry.ok()) return entry.error();
  for (const auto& [key, value] : header.manifest) {
    if (Status error = entry.value().run(key, value)) return error;
  }
  return database.execute("COMMIT");
}

RunTime time_of(const Observation& observation) {
  return std::visit(
      [](const auto& seen) -> RunTime {
        if constexpr (requires { seen.at; }) {
          return seen.at;
        } else if constexpr (requires { seen.done; }) {
          return seen.done;
        } else if constexpr (requires { seen.quiesced; }) {
          return seen.quiesced;
        } else if constexpr (requires { seen.first_seen; }) {
          return seen.first_seen;
        } else {
          return RunTime{0};  // a stack has no time
        }
      },
      observation);
}

}  // namespace

Result<std::unique_ptr<RecordWriter>> RecordWriter::create(const std::filesystem::path& directory,
                                                           const RunHeader& header,
                                                           std::chrono::milliseconds patience) {
  std::error_code failure;
  std::filesystem::create_directories(directory, failure);
  if (failure) return Error{directory.string() + ": " + failure.message()};
  const std::string file = (directory / kRecordFile).string();
  if (std::filesystem::exists(file, failure)) {
    return Error{file + ": there is a run record already; choose another directory"};
  }
  Result<Database> database = Database::open(file, Database::Mode::create);
  if (!database.ok()) return database.error();
  if (Status error = database.value().execute(kSettings)) return *error;
  if (Status error = write_header(database.value(), header)) return *error;
  Result<ObservationInserter> inserter = ObservationInserter::prepare(database.value());
  if (!inserter.ok()) return inserter.error();
  return std::unique_ptr<RecordWriter>(
      new RecordWriter(file, patience, std::move(database).value(), std::move(inserter).value()));
}

RecordWriter::RecordWriter(std::string file, std::chrono::milliseconds patience, Database database,
                           ObservationInserter inserter)
    : file_(std::move(file)),
      patience_(patience),
      database_(std::move(database)),
      inserter_(std::move(inserter)) {
  waiting_.reserve(kCapacity);
  thread_ = std::thread([this] { write_until_stopped(); });
}

RecordWriter::~RecordWriter() { stop(); }

void RecordWriter::record(Observation observation) {
  std::unique_lock lock(mutex_);
  const auto has_room = [this] { return waiting_.size() < kCapacity || stopping_; };
  if (!has_room() && !out_of_patience_) {
    out_of_patience_ = !progress_.wait_for(lock, patience_, has_room);
  }
  if (stopping_) return;
  if (waiting_.size() >= kCapacity) {
    ++lost_;
    return;
  }
  if (!is_news(observation)) return;
  waiting_.push_back(std::move(observation));
  ++accepted_;
  if (waiting_.size() == kCapacity / 2) {
    commit_now_ = true;
    wake_writer_.notify_one();
  }
}

// Decided here and not at the commit, which may be tried twice with the same samples.
bool RecordWriter::is_news(const Observation& observation) {
  if (const auto* event = std::get_if<Event>(&observation)) {
    if (event->kind == EventKind::process_ended) last_rss_bytes_.erase(event->process);
  }
  const auto* sample = std::get_if<RssSample>(&observation);
  if (sample == nullptr) return true;
  const auto [last, first_of_process] =
      last_rss_bytes_.try_emplace(sample->process, sample->rss_bytes);
  return first_of_process || std::exchange(last->second, sample->rss_bytes) != sample->rss_bytes;
}

void RecordWriter::write_until_stopped() {
  std::vector<Observation> batch;  // kept until it is committed
  batch.reserve(kCapacity);
  std::int64_t lost_reported = 0;

  std::unique_lock lock(mutex_);
  while (true) {
    wake_writer_.wait_for(lock, kCommitInterval, [this] { return commit_now_ || stopping_; });
    commit_now_ = false;
    const bool last_try = stopping_;
    if (batch.empty()) {
      std::swap(batch, waiting_);
      out_of_patience_ = false;
      progress_.notify_all();  // there is room again
    }
    const std::int64_t lost = lost_;
    if (!batch.empty()) {
      lock.unlock();
      Status error = commit(batch, lost - lost_reported);
      lock.lock();
      write_error_ = error;
      if (error) {
        ++failed_commits_;
      } else {
        committed_ += static_cast<std::int64_t>(batch.size());
        lost_reported = lost;
        batch.clear();
      }
      progress_.notify_all();
    }
    // What came in while the last batch was on its way still has to go.
    if (last_try && (write_error_ || waiting_.empty())) return;
  }
}

Status RecordWriter::commit(const std::vector<Observation>& batch, std::int64_t newly_lost) {
  Status failure = database_.execute("BEGIN");
  for (std::size_t i = 0; i < batch.size() && !failure; ++i) failure = inserter_.insert(batch[i]);
  if (newly_lost > 0 && !failure) {
    RunTime latest{0};
    for (const Observation& observation : batch) latest = std::max(latest, time_of(observation));
    failure = inserter_.insert(Event{latest, EventKind::sampling_gap, -1,
                                     std::to_string(newly_lost) +
                                         " observations were lost: the disk of the run record "
                                         "could not take them"});
  }
  if (!failure) failure = database_.execute("COMMIT");
  // Fails where SQLite has rolled back by itself, as it does when the disk is full.
  if (failure) {
    (void)database_.execute("ROLLBACK");
    inserter_.rolled_back();
  }
  return failure;
}

Status RecordWriter::flush() {
  std::unique_lock lock(mutex_);
  const std::int64_t wanted = accepted_;
  const std::int64_t failures = failed_commits_;
  commit_now_ = true;
  wake_writer_.notify_one();
  const bool answered = progress_.wait_for(lock, patience_, [&] {
    if (committed_ < wanted) commit_now_ = true;  // an older batch was on its way
    wake_writer_.notify_one();
    return committed_ >= wanted || failed_commits_ > failures || stopping_;
  });
  if (!answered) return Error{file_ + ": the disk takes nothing; it may be stuck"};
  return health_locked();
}

Status RecordWriter::finish(RunTime at, const std::string& end_reason) {
  if (!thread_.joinable()) abort_with("RecordWriter::finish() called twice");
  stop();
  if (write_error_) return write_error_;
  {
    Result<Statement> end = database_.prepare("INSERT INTO run_end VALUES (?, ?)");
    if (!end.ok()) return end.error();
    if (Status error = end.value().run(at.count(), end_reason)) return error;
  }
  // Leaving WAL mode makes the record one file that can be copied and read anywhere, even on a
  // read-only disk. A reader that looks on right now prevents it; then the log stays, all valid.
  (void)database_.execute("PRAGMA journal_mode = DELETE");
  return health();  // observations lost on the way are told once more
}

void RecordWriter::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    wake_writer_.notify_one();
    progress_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

Status RecordWriter::health() const {
  const std::lock_guard lock(mutex_);
  return health_locked();
}

Status RecordWriter::health_locked() const {
  if (lost_ == 0) return write_error_;
  const std::string reason =
      write_error_ ? write_error_->message : file_ + ": the disk was too slow or stuck";
  return Error{reason + "; " + std::to_string(lost_) + " observations were lost"};
}

}  // namespace ttsoak
