#include "gmock/gmock.h"
#include "reports/record/record_reader.h"
#include "reports/record/sqlite.h"
#include "tests/unit/reports/record/record_fixture.h"

namespace ttsoak {
namespace {

RequestOutcome of_kind(RequestKind kind, int cycle = 1) {
  RequestOutcome outcome = answered(cycle, ms(1), ms(10));
  outcome.kind = kind;
  return outcome;
}

RunRecord written_and_read(const std::vector<RequestOutcome>& outcomes) {
  RunDirectory directory;
  auto writer = start_record(directory);
  for (const RequestOutcome& outcome : outcomes) writer->record(outcome);
  EXPECT_FALSE(writer->finish(ms(1), "completed"));
  auto record = read_run_record(directory.path());
  if (!record.ok()) abort_with(record.error().message.c_str());
  return std::move(record).value();
}

TEST(TrafficRecord, KindsAreCountedInAllAndByCycle) {
  RequestOutcome aborted = of_kind(RequestKind::abort_after, 2);
  aborted.aborted = true;
  RequestOutcome failed = of_kind(RequestKind::abort_after, 2);
  failed.error = RequestError::reset;
  const RunRecord record = written_and_read(
      {of_kind(RequestKind::normal), of_kind(RequestKind::normal, 2), aborted, failed});

  const CountsByKind& all = record.totals.by_kind;
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all.at(RequestKind::normal).requests, 2);
  EXPECT_EQ(all.at(RequestKind::abort_after).requests, 2);
  EXPECT_EQ(all.at(RequestKind::abort_after).aborted, 1);
  EXPECT_EQ(all.at(RequestKind::abort_after).errors, 1);
  EXPECT_EQ(record.kinds_by_cycle.at(1).size(), 1U);
  EXPECT_EQ(record.kinds_by_cycle.at(2).at(RequestKind::abort_after).requests, 2);
}

TEST(TrafficRecord, EveryKindComesBack) {
  std::vector<RequestOutcome> outcomes;
  for (std::size_t i = 0; i < kRequestKinds; ++i) {
    outcomes.push_back(of_kind(static_cast<RequestKind>(i)));
  }
  EXPECT_EQ(written_and_read(outcomes).totals.by_kind.size(), kRequestKinds);
}

TEST(TrafficRecord, OnlyPatientClientsTellHowLongAReplyTakes) {
  RequestOutcome slow = of_kind(RequestKind::slow_reader);
  slow.done = ms(9000);
  RequestOutcome refused = of_kind(RequestKind::empty);
  refused.done = ms(8000);
  refused.first_byte = ms(8000);
  const RunRecord record = written_and_read({of_kind(RequestKind::normal), slow, refused});

  EXPECT_LT(record.totals.latency_ms.value().max, 11);
  EXPECT_LT(record.totals.ttfb_ms.value().max, 11);
  EXPECT_EQ(record.totals.errors, 0);
}

TEST(TrafficRecord, HowAudioCameAndHowLateTheDriverWasComeBack) {
  RequestOutcome outcome = of_kind(RequestKind::normal);
  outcome.first_audio = ms(7);
  outcome.longest_gap = ms(40);
  outcome.underruns = 2;
  outcome.underrun = ms(1500);
  outcome.driver_late = ms(3);
  outcome.silent_share = 0.9;
  outcome.clipped_share = 0.0005;
  const RunRecord record = written_and_read({outcome, of_kind(RequestKind::normal)});

  EXPECT_NEAR(record.totals.first_audio_ms.value().max, 6, 0.05);
  EXPECT_NEAR(record.totals.longest_gap_ms.value().max, 40, 0.2);
  EXPECT_EQ(record.totals.requests_with_underruns, 1);
  EXPECT_EQ(record.totals.underrun_seconds, 1.5);
  EXPECT_EQ(record.totals.driver_late_ms.value().max, 3);
  EXPECT_EQ(record.totals.mostly_silent, 1);
  EXPECT_EQ(record.totals.clipped, 0);
}

TEST(TrafficRecord, OfAVersionWithoutItIsAllNormalAndHasNoLateness) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(of_kind(RequestKind::normal));
  ASSERT_FALSE(writer->finish(ms(1), "completed"));
  {
    auto database = Database::open(directory.file().string(), Database::Mode::create);
    ASSERT_TRUE(database.ok());
    for (const char* column : {"kind", "driver_late_us", "first_audio_us", "longest_gap_us",
                               "underruns", "underrun_us", "silent_ppm", "clipped_ppm"}) {
      ASSERT_FALSE(
          database.value().execute(std::string("ALTER TABLE requests DROP COLUMN ") + column));
    }
    ASSERT_FALSE(database.value().execute("PRAGMA user_version = 3"));
  }
  const auto record = read_run_record(directory.path());
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record.value().totals.by_kind.at(RequestKind::normal).requests, 1);
  EXPECT_FALSE(record.value().totals.driver_late_ms);
  EXPECT_FALSE(record.value().totals.first_audio_ms);
  EXPECT_TRUE(record.value().totals.latency_ms);
}

}  // namespace
}  // namespace ttsoak
