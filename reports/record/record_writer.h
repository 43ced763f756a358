#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "probes/values/observation.h"
#include "reports/record/insert.h"
#include "reports/record/run_header.h"
#include "reports/record/sqlite.h"

namespace ttsoak {

// Writes the run record: run.db in the run's directory, one transaction a second.
//
// A run killed at any moment loses what was recorded since the last commit or flush(), nothing
// before. Memory does not grow with the run: at most kCapacity observations wait for the disk.
//
// When the disk fails (full, gone), the waiting observations are kept and tried again every
// second. When it takes nothing for so long that the buffer is full, record() waits, `patience`
// at most, and then counts observations as lost instead of stopping the run. A loss is never
// silent: health() tells it from then on, and so does the record itself (an Event of kind
// sampling_gap) once the disk works again.
class RecordWriter : public ObservationSink {
 public:
  static constexpr std::size_t kCapacity = 16384;
  static constexpr std::chrono::seconds kPatience{30};

  // Creates the directory if need be, and the record in it.
  // Errors: there is a record already, or the file cannot be written.
  static Result<std::unique_ptr<RecordWriter>> create(
      const std::filesystem::path& directory, const RunHeader& header,
      std::chrono::milliseconds patience = kPatience);

  // Without finish() before, the record is left as an interrupted one, with all that was recorded.
  ~RecordWriter() override;
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;

  // From any thread. An RssSample equal to the one before of its process is left out.
  // Ignored after finish().
  void record(Observation observation) override;

  // Everything recorded so far is committed. Errors: as health(), and a disk that takes nothing
  // for `patience`.
  Status flush();

  // Writes the end of the run and closes the record, which is then a single file. Once.
  Status finish(RunTime at, const std::string& end_reason);

  // The last commit failed, or observations were lost; the message says which and why.
  [[nodiscard]] Status health() const;

 private:
  RecordWriter(std::string file, std::chrono::milliseconds patience, Database database,
               ObservationInserter inserter);

  void write_until_stopped();
  Status commit(const std::vector<Observation>& batch, std::int64_t newly_lost);
  bool is_news(const Observation& observation);
  void stop();
  Status health_locked() const;

  const std::string file_;
  const std::chrono::milliseconds patience_;
  Database database_;             // of the writing thread, until it has stopped
  ObservationInserter inserter_;  // likewise

  mutable std::mutex mutex_;
  std::condition_variable wake_writer_;
  std::condition_variable progress_;  // a commit succeeded or failed
  std::vector<Observation> waiting_;
  std::unordered_map<int, std::int64_t> last_rss_bytes_;  // by process
  std::int64_t accepted_ = 0;                             // put into waiting_ since the start
  std::int64_t committed_ = 0;
  std::int64_t failed_commits_ = 0;
  std::int64_t lost_ = 0;
  bool out_of_patience_ = false;  // the buffer stayed full for patience_, and still is
  bool commit_now_ = false;
  bool stopping_ = false;
  Status write_error_;  // of the last commit

  std::thread thread_;
};

}  // namespace ttsoak
