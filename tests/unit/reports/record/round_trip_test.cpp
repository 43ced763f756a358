#include <sstream>

#include "gmock/gmock.h"
#include "reports/record/record_reader.h"
#include "tests/unit/reports/record/record_fixture.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

RunRecord read_back(const RunDirectory& directory) {
  auto record = read_run_record(directory.path());
  if (!record.ok()) abort_with(record.error().message.c_str());
  return std::move(record).value();
}

TEST(RunRecord, KeepsEveryValueOfItsHeader) {
  RunDirectory directory;
  RunHeader header;
  header.name = "näme";
  const ThresholdRule rule{
      ThresholdMetric::ttfb, Statistic::percentile, 999, Comparison::at_least, 0.125, true};
  header.thresholds = {std::nullopt, 3LL << 30, 0.25, 812.5, {rule}};
  header.cycles_planned = 40;
  header.requests_per_cycle = 25;
  header.concurrency = 3;
  header.manifest = {{"kernel", "6.1"}, {"config", std::string("with\0zero", 9)}};
  auto writer = RecordWriter::create(directory.path(), header);
  ASSERT_TRUE(writer.ok());
  ASSERT_FALSE(writer.value()->finish(ms(61500), "completed"));

  const RunRecord record = read_back(directory);
  EXPECT_EQ(record.header.name, header.name);
  EXPECT_EQ(record.header.thresholds.rss_growth_bytes_per_request, std::nullopt);
  EXPECT_EQ(record.header.thresholds.rss_peak_bytes, 3LL << 30);
  EXPECT_EQ(record.header.thresholds.error_rate, 0.25);
  EXPECT_EQ(record.header.thresholds.ttfb_p95_ms, 812.5);
  EXPECT_THAT(record.header.thresholds.rules, ElementsAre(rule));
  EXPECT_EQ(record.header.cycles_planned, 40);
  EXPECT_EQ(record.header.requests_per_cycle, 25);
  EXPECT_EQ(record.header.concurrency, 3);
  EXPECT_EQ(record.header.manifest, header.manifest);
  EXPECT_TRUE(record.complete);
  EXPECT_EQ(record.end_reason, "completed");
  EXPECT_EQ(record.duration_s, 61.5);
}

TEST(RunRecord, KeepsEveryValueOfACycle) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(CycleMark{1, ms(10), ms(20), ms(30), QuiesceEnd::limit, 25, 2, 0xfedcba9876543210U,
                           123456789012, 4});
  ASSERT_FALSE(writer->finish(ms(31), "completed"));

  const RunRecord record = read_back(directory);
  ASSERT_EQ(record.cycles.size(), 1U);
  const CycleMark& cycle = record.cycles[0];
  EXPECT_EQ(cycle.cycle, 1);
  EXPECT_EQ(cycle.started, ms(10));
  EXPECT_EQ(cycle.load_ended, ms(20));
  EXPECT_EQ(cycle.quiesced, ms(30));
  EXPECT_EQ(cycle.quiesce_end, QuiesceEnd::limit);
  EXPECT_EQ(cycle.requests, 25);
  EXPECT_EQ(cycle.errors, 2);
  EXPECT_EQ(cycle.work_digest, 0xfedcba9876543210U);
  EXPECT_EQ(cycle.trough_rss_bytes, 123456789012);
  EXPECT_EQ(cycle.lifetime, 4);
}

TEST(RunRecord, KeepsProcessesWithFirstAndLastOfTheirSamples) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(ProcessInfo{7, 4242, 17, ~std::uint64_t{0}, ProcessRole::child, "a b", ms(3)});
  writer->record(StatusSample{7, ms(4), 1, 2, 3, 4, 5, 6, 7});
  writer->record(StatusSample{7, ms(5), 0, 0, 0, 0, 0, 0, 0});
  writer->record(StatusSample{7, ms(6), 11, 12, 13, 14, 15, 16, 17});
  writer->record(ResourceSnapshot{7, 0, ms(7), 21, 22, 23, 24, 25, 26, 27, 28, 29});
  writer->record(ResourceSnapshot{7, 1, ms(8), 31, 32, 33, 34, 35, 36, 37, 38, 39});
  for (const int rss : {500, 900, 700}) writer->record(RssSample{7, ms(rss), rss});
  ASSERT_FALSE(writer->finish(ms(1000), "completed"));

  const RunRecord record = read_back(directory);
  ASSERT_EQ(record.processes.size(), 1U);
  const ProcessSummary& summary = record.processes[0];
  EXPECT_EQ(summary.info.index, 7);
  EXPECT_EQ(summary.info.pid, 4242);
  EXPECT_EQ(summary.info.parent_pid, 17);
  EXPECT_EQ(summary.info.start_ticks, ~std::uint64_t{0});
  EXPECT_EQ(summary.info.role, ProcessRole::child);
  EXPECT_EQ(summary.info.command, "a b");
  EXPECT_EQ(summary.info.first_seen, ms(3));
  EXPECT_FALSE(summary.ended);
  EXPECT_EQ(summary.first_rss_bytes, 500);
  EXPECT_EQ(summary.peak_rss_bytes, 900);
  EXPECT_EQ(summary.last_rss_bytes, 700);
  ASSERT_TRUE(summary.first_status && summary.last_status);
  EXPECT_EQ(summary.first_status->at, ms(4));
  EXPECT_EQ(summary.first_status->rss_bytes, 1);
  EXPECT_EQ(summary.first_status->cpu_ms, 7);
  const StatusSample& last = *summary.last_status;
  EXPECT_EQ(last.at, ms(6));
  EXPECT_THAT((std::vector{last.rss_bytes, last.rss_anon_bytes, last.rss_file_bytes,
                           last.rss_shmem_bytes, last.swap_bytes, last.threads, last.cpu_ms}),
              ElementsAre(11, 12, 13, 14, 15, 16, 17));
  ASSERT_TRUE(summary.first_resources && summary.last_resources);
  EXPECT_EQ(summary.first_resources->cycle, 0);
  EXPECT_EQ(summary.first_resources->pss_bytes, 21);
  const ResourceSnapshot& held = *summary.last_resources;
  EXPECT_EQ(held.cycle, 1);
  EXPECT_EQ(held.at, ms(8));
  EXPECT_THAT((std::vector{held.pss_bytes, held.private_dirty_bytes, held.anonymous_bytes,
                           held.anon_huge_bytes, held.fds_file, held.fds_deleted, held.fds_socket,
                           held.fds_pipe, held.fds_other}),
              ElementsAre(31, 32, 33, 34, 35, 36, 37, 38, 39));
}

TEST(RunRecord, KeepsEventsInOrderOfTime) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(Event{ms(9), EventKind::note, -1, "later"});
  writer->record(Event{ms(2), EventKind::sampling_gap, 3, "earlier"});
  ASSERT_FALSE(writer->finish(ms(10), "completed"));

  const RunRecord record = read_back(directory);
  ASSERT_EQ(record.events.size(), 2U);
  EXPECT_EQ(record.events[0].at, ms(2));
  EXPECT_EQ(record.events[0].kind, EventKind::sampling_gap);
  EXPECT_EQ(record.events[0].process, 3);
  EXPECT_EQ(record.events[0].detail, "earlier");
  EXPECT_EQ(record.events[1].detail, "later");
}

TEST(RunRecord, TotalsCountFailuresByKindAndLeaveWarmUpOut) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(answered(0, ms(0), ms(9000)));
  for (std::int64_t i = 1; i <= 100; ++i) writer->record(answered(1, ms(1000 * i), ms(i)));
  RequestOutcome failed = answered(1, ms(1), ms(60000));
  failed.error = RequestError::timeout;
  failed.detail = "no first byte in 60 s";
  failed.audio_us = 0;
  writer->record(failed);
  failed.detail = "another";
  writer->record(failed);
  ASSERT_FALSE(writer->finish(ms(200000), "completed"));

  const RequestTotals totals = read_back(directory).totals;
  EXPECT_EQ(totals.requests, 102);
  EXPECT_EQ(totals.errors, 2);
  EXPECT_THAT(totals.errors_by_kind, UnorderedElementsAre(Pair("timeout", 2)));
  EXPECT_THAT(totals.example_by_kind,
              UnorderedElementsAre(Pair("timeout", "no first byte in 60 s")));
  EXPECT_EQ(totals.audio_seconds, 100);
  EXPECT_EQ(totals.body_bytes, 102 * 48044);
  ASSERT_TRUE(totals.latency_ms && totals.ttfb_ms && totals.real_time_factor);
  EXPECT_NEAR(totals.latency_ms->p50, 50, 50 * 0.004);
  EXPECT_NEAR(totals.latency_ms->p95, 95, 95 * 0.004);
  EXPECT_NEAR(totals.latency_ms->p99, 99, 99 * 0.004);
  EXPECT_EQ(totals.latency_ms->max, 100);
  EXPECT_NEAR(totals.ttfb_ms->p90, 45, 45 * 0.004);
  EXPECT_NEAR(totals.real_time_factor->p50, 0.05, 0.05 * 0.004);
}

TEST(RunRecord, LatencyIsKeptByCycleEvenWhereCyclesOverlap) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(answered(1, ms(0), ms(100)));
  writer->record(answered(2, ms(200), ms(50)));
  writer->record(answered(1, ms(100), ms(100)));
  ASSERT_FALSE(writer->finish(ms(300), "completed"));

  const auto cycles = read_back(directory).cycle_latency;
  ASSERT_EQ(cycles.size(), 2U);
  EXPECT_EQ(cycles[0].cycle, 1);
  EXPECT_NEAR(cycles[0].p50_ms, 100, 0.4);
  EXPECT_EQ(cycles[1].cycle, 2);
  EXPECT_NEAR(cycles[1].p95_ms, 50, 0.2);
  EXPECT_NEAR(cycles[1].ttfb_p50_ms, 25, 0.1);
}

TEST(RunRecord, WithoutSuccessfulRequestsHasNoPercentiles) {
  RunDirectory directory;
  auto writer = start_record(directory);
  ASSERT_FALSE(writer->finish(ms(1), "target ended"));

  const RequestTotals totals = read_back(directory).totals;
  EXPECT_EQ(totals.requests, 0);
  EXPECT_FALSE(totals.latency_ms || totals.ttfb_ms || totals.real_time_factor);
}

TEST(RunRecord, ReadsTheSameTwice) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(process(0, ProcessRole::root));
  for (std::int64_t i = 0; i < 5000; ++i)
    writer->record(RssSample{0, ms(i * 10), 1000 + i * 7919 % 1000});
  ASSERT_FALSE(writer->finish(ms(50000), "completed"));

  const auto first = read_back(directory).rss;
  const auto second = read_back(directory).rss;
  ASSERT_EQ(first.size(), second.size());
  EXPECT_EQ(first.size(), 2000U);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].at_s, second[i].at_s);
    EXPECT_EQ(first[i].low_bytes, second[i].low_bytes);
    EXPECT_EQ(first[i].high_bytes, second[i].high_bytes);
  }
}

}  // namespace
}  // namespace ttsoak
