#include "harness/run/request_log.h"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

namespace ttsoak {
namespace {

using std::chrono::milliseconds;

struct SeenInMemory final : ObservationSink {
  void record(Observation observation) override { seen.push_back(std::move(observation)); }
  std::vector<Observation> seen;
};

RequestOutcome request(milliseconds sent, milliseconds done) {
  RequestOutcome outcome;
  outcome.sent = sent;
  outcome.done = done;
  return outcome;
}

TEST(RequestLog, WritesTheLineThatLogPipelinesKnow) {
  TreeRssLog rss;
  rss.add(milliseconds(100), 337'012'326);
  rss.add(milliseconds(200), 439'248'486);
  rss.add(milliseconds(300), 337'746'330);
  rss.add(milliseconds(400), 900'000'000);
  SeenInMemory next;
  std::ostringstream out;
  RequestLog log(next, rss, "/tts", out, false);
  log.record(request(milliseconds(150), milliseconds(350)));

  EXPECT_EQ(out.str(), "[MEM] /tts start=321.4MB peak=418.9MB end=322.1MB delta=+0.7MB\n");
}

TEST(RequestLog, PassesEverythingOnAndSpeaksOfRequestsOnly) {
  TreeRssLog rss;
  SeenInMemory next;
  std::ostringstream out;
  RequestLog log(next, rss, "/tts", out, false);
  log.record(RssSample{});

  EXPECT_EQ(out.str(), "");
  log.record(request(milliseconds(0), milliseconds(1)));
  EXPECT_EQ(next.seen.size(), 2U);
  EXPECT_EQ(out.str(), "[MEM] /tts start=0.0MB peak=0.0MB end=0.0MB delta=+0.0MB\n");
}

TEST(RequestLog, ARequestBetweenTwoSamplesShowsTheOneThatHeld) {
  TreeRssLog rss;
  rss.add(milliseconds(100), 1 << 20);
  rss.add(milliseconds(200), 5 << 20);
  const RssCourse course = rss.between(milliseconds(120), milliseconds(140));

  EXPECT_EQ(course.start_bytes, 1 << 20);
  EXPECT_EQ(course.peak_bytes, 1 << 20);
  EXPECT_EQ(course.end_bytes, 1 << 20);
}

}  // namespace
}  // namespace ttsoak
