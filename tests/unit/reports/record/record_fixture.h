#pragma once

#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "reports/record/record_writer.h"

namespace ttsoak {

// A directory of its own for each test, removed after it.
class RunDirectory {
 public:
  RunDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "ttsoak-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) abort_with("no temporary directory");
    path_ = name;
  }
  ~RunDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path file() const { return path_ / "run.db"; }

 private:
  std::filesystem::path path_;
};

inline std::unique_ptr<RecordWriter> start_record(const RunDirectory& directory) {
  auto writer = RecordWriter::create(directory.path(), RunHeader());
  if (!writer.ok()) abort_with(writer.error().message.c_str());
  return std::move(writer).value();
}

inline RunTime ms(std::int64_t milliseconds) { return std::chrono::milliseconds(milliseconds); }

inline ProcessInfo process(int index, ProcessRole role, RunTime first_seen = RunTime{0}) {
  return {index, 100 + index, 1, 5000, role, "server", first_seen};
}

// A successful request that took `latency`, its first byte after half of it, for 1 s of audio.
inline RequestOutcome answered(int cycle, RunTime sent, RunTime latency) {
  RequestOutcome outcome;
  outcome.cycle = cycle;
  outcome.intended = sent;
  outcome.sent = sent;
  outcome.first_byte = sent + latency / 2;
  outcome.done = sent + latency;
  outcome.http_status = 200;
  outcome.body_bytes = 48044;
  outcome.audio_us = 1000000;
  return outcome;
}

}  // namespace ttsoak
