// The loop of a soak, called as a function: when it ends before its plan is done, and why.
#include "harness/run/run_soak.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <sstream>

namespace ttsoak {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class RunSoak : public testing::Test {
 protected:
  RunSoak()
      : output_(std::filesystem::path(testing::TempDir()) /
                ("soak-" + std::to_string(::getpid()))) {
    config_.target.in_process = true;
    config_.workload.texts = {"Yes.", "No."};
    config_.workload.requests_per_cycle = 4;
    config_.workload.quiesce = {150ms, 2000ms, 1 << 20};
    config_.output_directory = output_;
  }
  ~RunSoak() override { std::filesystem::remove_all(output_); }

  // Again where the machine stalled, which makes a run invalid.
  SoakResult run() {
    SoakResult judged;
    for (int tries = 0; tries < 5; ++tries) {
      Progress progress(log_, false);
      auto result = run_soak(config_, "test", stop_, progress);
      if (!result.ok()) ADD_FAILURE() << result.error().message;
      if (!result.ok()) return {};
      judged = std::move(result).value();
      if (judged.report.verdict.sentence.find("was stalled") == std::string::npos) break;
    }
    return judged;
  }

  std::filesystem::path output_;
  RunConfig config_;
  std::atomic<bool> stop_{false};
  std::ostringstream log_;
};

TEST_F(RunSoak, AProvenLeakStopsALongRunAtTheFirstLook) {
  config_.target.faults = {"text_cache"};
  config_.workload.cycles = 80;
  const SoakResult result = run();
  EXPECT_EQ(result.report.verdict.status, VerdictStatus::fail) << result.report.verdict.sentence;
  EXPECT_EQ(result.report.record.cycles.size(), 40U);
  EXPECT_THAT(result.report.record.end_reason, HasSubstr("proven after 40 cycles"));
  EXPECT_TRUE(result.report.record.complete);
}

TEST_F(RunSoak, AnExceededPeakStopsTheRun) {
  config_.workload.cycles = 10;
  config_.thresholds.rss_peak_bytes = 1 << 20;
  const SoakResult result = run();
  EXPECT_EQ(result.report.verdict.status, VerdictStatus::fail);
  EXPECT_EQ(result.report.record.cycles.size(), 1U);
}

TEST_F(RunSoak, OnlyFailuresStopTheRunAfterTwoCycles) {
  config_.workload.cycles = 10;
  config_.workload.voices = {"nobody"};
  const SoakResult result = run();
  EXPECT_EQ(result.report.verdict.status, VerdictStatus::invalid);
  EXPECT_EQ(result.report.record.cycles.size(), 2U);
}

TEST_F(RunSoak, LeavesARecordAndThreeReports) {
  config_.workload.cycles = 2;
  const SoakResult result = run();
  for (const char* name : {"run.db", "report.html", "report.json", "report.md"}) {
    EXPECT_GT(std::filesystem::file_size(result.directory / name), 1000U) << name;
  }
  EXPECT_EQ(result.report.record.totals.requests, 8);
  EXPECT_GT(result.report.record.totals.audio_seconds, 2);
}

TEST_F(RunSoak, AStopBeforeTheFirstCycleIsStillARecord) {
  stop_ = true;
  const SoakResult result = run();
  EXPECT_EQ(result.report.verdict.status, VerdictStatus::invalid);
  EXPECT_EQ(result.report.record.end_reason, "interrupted");
}

}  // namespace
}  // namespace ttsoak
